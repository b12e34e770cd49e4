// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// A library that writes only to arrays and streams; native memory takes one more copy.
abstract class ArrayCodec implements GraphCodec {
  private final @Nullable ByteBuffer direct;
  private final byte[] fetched;
  private byte[] written = {};
  private int length;

  ArrayCodec(GraphCase.Buffer buffer) {
    boolean isDirect = buffer == GraphCase.Buffer.DIRECT;
    this.direct = isDirect ? ByteBuffer.allocateDirect(GraphCase.BUFFER_BYTES) : null;
    this.fetched = new byte[isDirect ? GraphCase.BUFFER_BYTES : 0];
  }

  /// Serializes the object and returns its length. The bytes start at index 0 of [#encoded].
  abstract int encode(Object object) throws IOException;

  /// Returns the array that [#encode] wrote to.
  abstract byte[] encoded();

  /// Deserializes from the start of the array.
  abstract Object decode(byte[] bytes, int length) throws IOException;

  @Override
  public final long serialize(Object object) {
    try {
      length = encode(object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    written = encoded();
    if (direct != null) {
      direct.put(0, written, 0, length);
    }
    return length;
  }

  @Override
  public final Object deserialize() {
    byte[] bytes = written;
    if (direct != null) {
      direct.get(0, fetched, 0, length);
      bytes = fetched;
    }
    try {
      return decode(bytes, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
