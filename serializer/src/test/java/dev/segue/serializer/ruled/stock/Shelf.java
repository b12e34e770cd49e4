// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.ruled.stock;

/// A class of a subpackage.
public record Shelf(int row, String label) {}
