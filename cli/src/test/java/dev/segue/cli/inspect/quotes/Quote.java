// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.inspect.quotes;

/// A price.
public record Quote(String symbol, double price) {}
