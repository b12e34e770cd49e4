// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import java.util.Currency;

/// Who has ordered.
///
/// @param name first and last
/// @param email where the invoice goes
/// @param city where the goods go
/// @param currency what is paid in
public record Customer(String name, String email, String city, Currency currency) {}
