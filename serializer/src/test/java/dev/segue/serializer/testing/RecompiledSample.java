// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

/// A class with a nest of its own, for [CodecFilesTest].
public final class RecompiledSample {
  private int value = 2;

  public int value() {
    return value;
  }
}
