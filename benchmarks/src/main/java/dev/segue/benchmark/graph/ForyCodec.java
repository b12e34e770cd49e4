// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.nio.ByteBuffer;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/// Fory with a buffer of one kind.
public final class ForyCodec implements GraphCodec {
  private final Fory fory;
  private final MemoryBuffer buffer;
  private final Class<?> type;

  /// Wraps a Fory with all classes of the object registered.
  ///
  /// @param type the object's class
  public ForyCodec(Fory fory, GraphCase.Buffer buffer, Class<?> type) {
    this.fory = fory;
    this.buffer = buffer(buffer);
    this.type = type;
  }

  static MemoryBuffer buffer(GraphCase.Buffer buffer) {
    return switch (buffer) {
      case ARRAY -> MemoryBuffer.newHeapBuffer(GraphCase.BUFFER_BYTES);
      case DIRECT -> MemoryBuffer.fromByteBuffer(ByteBuffer.allocateDirect(GraphCase.BUFFER_BYTES));
    };
  }

  @Override
  public long serialize(Object object) {
    buffer.writerIndex(0);
    fory.serialize(buffer, object);
    return buffer.writerIndex();
  }

  @Override
  public Object deserialize() {
    buffer.readerIndex(0);
    return fory.deserialize(buffer, type);
  }
}
