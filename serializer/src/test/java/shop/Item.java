// SPDX-License-Identifier: Apache-2.0
package shop;

/// What is in a list.
public record Item(String article, int quantity) {}
