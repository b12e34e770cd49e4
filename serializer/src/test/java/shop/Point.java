// SPDX-License-Identifier: Apache-2.0
package shop;

/// Two numbers.
public record Point(int x, long y) {}
