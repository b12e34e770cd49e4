// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.fory.Fory;
import org.apache.fory.config.ForyBuilder;
import org.apache.fory.logging.LoggerFactory;
import org.apache.fory.memory.MemoryBuffer;

/// Apache Fory in its native (Java only) protocol, all classes registered.
///
/// @param numbers how it writes `int` and `long`
record ForyLibrary(Numbers numbers) implements GraphLibrary {
  static final List<String> FLAGS = List.of("--add-opens=java.base/java.lang.invoke=ALL-UNNAMED");

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

  /// Recommended for JDK 25 and later: keeps it off `sun.misc.Unsafe`.
  @Override
  public List<String> jvmFlags() {
    return FLAGS;
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    Fory fory =
        settings(graphCase)
            .withCompatible(graphCase.schema() == GraphCase.Schema.COMPATIBLE)
            .withNumberCompressed(numbers == Numbers.VARIABLE_LENGTH)
            .build();
    graphCase.object().userTypes().forEach(fory::register);
    MemoryBuffer buffer = buffer(graphCase.buffer());
    return new Codec(fory, buffer, graphCase.object().type());
  }

  /// What all variants of Fory have in common.
  static ForyBuilder settings(GraphCase graphCase) {
    LoggerFactory.disableLogging();
    return Fory.builder()
        .withXlang(false)
        .withRefTracking(graphCase.references())
        .requireClassRegistration(true)
        .withAsyncCompilation(false);
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
