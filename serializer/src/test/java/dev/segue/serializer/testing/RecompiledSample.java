// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

/// A class with its own nest, for [CodecFilesTest].
public final class RecompiledSample {
  private int value = 2;

  public int value() {
    return value;
  }
}
