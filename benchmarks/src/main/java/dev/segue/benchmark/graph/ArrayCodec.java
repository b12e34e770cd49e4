// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// A library that writes only to arrays and streams; native memory requires another copy.
public abstract class ArrayCodec implements GraphCodec {
  /// The array that [#encode] wrote to, from index 0.
  protected byte[] encoded = {};

  private final @Nullable ByteBuffer direct;
  private final byte[] fetched;
  private int length;

  /// @param bytes the size of the largest object
  protected ArrayCodec(GraphCase.Buffer buffer, int bytes) {
    boolean isDirect = buffer == GraphCase.Buffer.DIRECT;
    this.direct = isDirect ? ByteBuffer.allocateDirect(bytes) : null;
    this.fetched = new byte[isDirect ? bytes : 0];
  }

  /// Serializes the object, sets [#encoded], and returns the length.
  protected abstract int encode(Object object) throws IOException;

  /// Deserializes from the start of the array.
  protected abstract Object decode(byte[] bytes, int length)
      throws IOException, ClassNotFoundException;

  @Override
  public final long serialize(Object object) {
    try {
      length = encode(object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (direct != null) {
      direct.put(0, encoded, 0, length);
    }
    return length;
  }

  @Override
  public final Object deserialize() {
    byte[] bytes = encoded;
    if (direct != null) {
      direct.get(0, fetched, 0, length);
      bytes = fetched;
    }
    try {
      return decode(bytes, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
