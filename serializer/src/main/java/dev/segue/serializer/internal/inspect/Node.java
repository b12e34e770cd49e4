// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

/// A value in the tree: its label, its bytes, and its level.
///
/// @param begin the offset of the first byte
/// @param end the offset after the last byte
record Node(String label, long begin, long end, int level) {

  Node child(String label, long begin, long end) {
    return new Node(label, begin, end, level + 1);
  }

  /// Returns the node with a longer label.
  Node plus(String text) {
    return new Node(label + text, begin, end, level);
  }

  /// Returns the node without its first bytes.
  Node from(long begin) {
    return new Node(label, begin, end, level);
  }

  long bytes() {
    return end - begin;
  }
}
