// SPDX-License-Identifier: Apache-2.0
package shop;

/// A pair of numbers.
public record Point(int x, long y) {}
