// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import java.util.Currency;

/// The customer of an order.
///
/// @param name first and last name
/// @param email address for the invoice
/// @param city destination of the goods
/// @param currency currency of the payment
public record Customer(String name, String email, String city, Currency currency) {}
