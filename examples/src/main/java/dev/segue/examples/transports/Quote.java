// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

/// A price quote, the message of this program.
///
/// @param answer whether the other process sends it back
record Quote(long number, String symbol, double price, boolean answer) {}
