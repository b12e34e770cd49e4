// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/// Apache Fory in its native (Java only) protocol, all classes registered.
///
/// @param numbers how it writes `int` and `long`
record ForyLibrary(Numbers numbers) implements GraphLibrary {
  /// Fory's encodings of integers.
  enum Numbers {
    /// Its default.
    VARIABLE_LENGTH,
    /// As wide as they are in memory.
    FIXED_LENGTH
  }

  @Override
  public Optional<String> absence(GraphCase graphCase) {
    return Optional.empty();
  }

  @Override
  public List<String> jvmFlags() {
    return ForySetup.JVM_FLAGS;
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    Fory fory =
        ForySetup.settings(graphCase.references())
            .withCompatible(graphCase.schema() == GraphCase.Schema.COMPATIBLE)
            .withNumberCompressed(numbers == Numbers.VARIABLE_LENGTH)
            .build();
    graphCase.object().userTypes().forEach(fory::register);
    MemoryBuffer buffer = buffer(graphCase.buffer());
    return new Codec(fory, buffer, graphCase.object().type());
  }

  static MemoryBuffer buffer(GraphCase.Buffer buffer) {
    return switch (buffer) {
      case ARRAY -> MemoryBuffer.newHeapBuffer(GraphCase.BUFFER_BYTES);
      case DIRECT -> MemoryBuffer.fromByteBuffer(ByteBuffer.allocateDirect(GraphCase.BUFFER_BYTES));
    };
  }

  private record Codec(Fory fory, MemoryBuffer buffer, Class<?> type) implements GraphCodec {
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
}
