// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.serializer.Serializer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A Segue serializer with a segment of one kind.
public final class SegueCodec implements GraphCodec {
  private final Serializer serializer;
  private final Class<?> type;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment segment;

  /// Wraps a serializer with all classes of the object registered.
  ///
  /// @param type the object's class
  public SegueCodec(Serializer serializer, GraphCase.Buffer buffer, Class<?> type) {
    this.serializer = serializer;
    this.type = type;
    this.segment =
        switch (buffer) {
          case ARRAY -> MemorySegment.ofArray(new byte[GraphCase.BUFFER_BYTES]);
          case DIRECT -> arena.allocate(GraphCase.BUFFER_BYTES, Long.BYTES);
        };
  }

  @Override
  public long serialize(Object object) {
    return serializer.write(object, segment, 0);
  }

  @Override
  public Object deserialize() {
    return serializer.read(segment, 0, type);
  }

  @Override
  public void close() {
    arena.close();
  }
}
