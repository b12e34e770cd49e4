// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Segue with all classes registered and one kind of segment.
public final class SegueCodec implements GraphCodec {
  /// One serializer for all threads of a case, as in a program.
  private static final Map<GraphCase, Serializer> SERIALIZERS = new ConcurrentHashMap<>();

  private final Serializer serializer;
  private final Class<?> type;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment segment;

  /// Wraps a serializer.
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

  static SegueCodec of(GraphCase graphCase) {
    return new SegueCodec(build(graphCase), graphCase.buffer(), graphCase.object().type());
  }

  static SegueCodec shared(GraphCase graphCase) {
    return new SegueCodec(
        SERIALIZERS.computeIfAbsent(graphCase, SegueCodec::build),
        graphCase.buffer(),
        graphCase.object().type());
  }

  private static Serializer build(GraphCase graphCase) {
    SerializerBuilder builder =
        compiled(graphCase.object().userTypes())
            .references(graphCase.references())
            .schemaMode(SchemaMode.valueOf(graphCase.schema().name()));
    if (graphCase.library().equals("segue-auto")) {
      builder.execution(Execution.AUTO); // interprets first, and compiles in the background
    }
    if (graphCase.library().equals("segue-registry")) {
      builder.schemaRegistry(SchemaRegistry.inMemory()); // payloads contain only a fingerprint
    }
    return builder.build();
  }

  /// Returns the settings that all cases share.
  public static SerializerBuilder compiled(List<Class<?>> userTypes) {
    return Serializer.builder()
        .register(userTypes.toArray(Class<?>[]::new))
        .execution(Execution.COMPILED);
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
