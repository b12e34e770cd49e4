// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.serializer.Execution;
import dev.segue.serializer.Serializer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Segue with all classes registered; as it comes, or with `java.lang` opened to it, which makes
/// strings faster.
final class SegueLibrary implements GraphLibrary {
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  private final List<String> jvmFlags;

  private final Execution execution;

  private SegueLibrary(Execution execution, String... jvmFlags) {
    this.execution = execution;
    this.jvmFlags = List.of(jvmFlags);
  }

  static SegueLibrary asItComes() {
    return new SegueLibrary(Execution.COMPILED, NATIVE_ACCESS);
  }

  /// Interprets first, and compiles in the background.
  static SegueLibrary adaptive() {
    return new SegueLibrary(Execution.AUTO, NATIVE_ACCESS);
  }

  static SegueLibrary withStringsOpen() {
    return new SegueLibrary(
        Execution.COMPILED, NATIVE_ACCESS, "--add-opens=java.base/java.lang=ALL-UNNAMED");
  }

  @Override
  public Optional<String> absence(GraphCase graphCase) {
    if (graphCase.schema() == GraphCase.Schema.COMPATIBLE) {
      return Optional.of("segue has no compatible mode yet");
    }
    return Optional.empty();
  }

  @Override
  public List<String> jvmFlags() {
    return jvmFlags;
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    var serializer =
        Serializer.builder()
            .register(graphCase.object().userTypes().toArray(Class<?>[]::new))
            .execution(execution)
            .references(graphCase.references())
            .build();
    Class<?> type = graphCase.object().type();
    return switch (graphCase.buffer()) {
      case ARRAY -> {
        var array = MemorySegment.ofArray(new byte[GraphCase.BUFFER_BYTES]);
        yield new Codec(serializer, array, type, () -> {});
      }
      case DIRECT -> {
        var arena = Arena.ofConfined();
        var segment = arena.allocate(GraphCase.BUFFER_BYTES, Long.BYTES);
        yield new Codec(serializer, segment, type, arena::close);
      }
    };
  }

  private record Codec(
      Serializer serializer, MemorySegment segment, Class<?> type, Runnable release)
      implements GraphCodec {
    @Override
    public long serialize(Object object) {
      return serializer.write(object, segment, 0);
    }

    @Override
    public Object deserialize() {
      return Objects.requireNonNull(serializer.read(segment, 0, type));
    }

    @Override
    public void close() {
      release.run();
    }
  }
}
