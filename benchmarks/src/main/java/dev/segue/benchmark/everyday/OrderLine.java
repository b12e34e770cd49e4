// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import java.math.BigDecimal;

/// Some pieces of one product.
///
/// @param sku which product
/// @param quantity how many pieces
/// @param price of one of them
public record OrderLine(String sku, int quantity, BigDecimal price) {}
