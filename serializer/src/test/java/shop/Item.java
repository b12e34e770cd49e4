// SPDX-License-Identifier: Apache-2.0
package shop;

/// An element of a list.
public record Item(String article, int quantity) {}
