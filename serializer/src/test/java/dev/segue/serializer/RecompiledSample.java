// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

/// A class with a nest of its own, for [CodecFilesTest].
final class RecompiledSample {
  private int value = 2;

  int value() {
    return value;
  }
}
