// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import java.math.BigDecimal;

/// A quantity of one product.
///
/// @param sku identifies the product
/// @param quantity number of pieces
/// @param price price of one piece
public record OrderLine(String sku, int quantity, BigDecimal price) {}
