// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.benchmark.handwritten.MediaContentOnArray;
import dev.segue.benchmark.handwritten.SampleOnArray;
import dev.segue.benchmark.handwritten.SampleOnSegment;
import dev.segue.benchmark.handwritten.Staged;
import dev.segue.benchmark.handwritten.Straight;
import dev.segue.benchmark.handwritten.Struct2OnArray;
import dev.segue.benchmark.handwritten.Struct2OnSegment;
import dev.segue.benchmark.handwritten.StructOnArray;
import dev.segue.benchmark.handwritten.StructOnSegment;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// Straight-line code for each workload: a reference, not a limit.
final class HandwrittenLibrary implements GraphLibrary {
  @Override
  public Optional<String> absence(GraphCase graphCase) {
    if (graphCase.references()) {
      return Optional.of("handwritten has no references");
    }
    if (graphCase.schema() == GraphCase.Schema.COMPATIBLE) {
      return Optional.of("handwritten supports one version of a class");
    }
    return Optional.empty();
  }

  @Override
  public List<String> jvmFlags() {
    return List.of();
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    return switch (graphCase.buffer()) {
      case ARRAY ->
          switch (graphCase.object()) {
            case STRUCT -> array(new StructOnArray());
            case STRUCT2 -> array(new Struct2OnArray());
            case MEDIA_CONTENT -> array(new MediaContentOnArray());
            case SAMPLE -> array(new SampleOnArray());
          };
      case DIRECT ->
          switch (graphCase.object()) {
            case STRUCT -> segment(new StructOnSegment());
            case STRUCT2 -> segment(new Struct2OnSegment());
            case MEDIA_CONTENT ->
                segment(new Staged<>(new MediaContentOnArray(), GraphCase.BUFFER_BYTES));
            case SAMPLE -> segment(new SampleOnSegment());
          };
    };
  }

  private static GraphCodec array(Straight<byte[], ? extends Object> straight) {
    return codec(straight, new byte[GraphCase.BUFFER_BYTES], () -> {});
  }

  private static GraphCodec segment(Straight<MemorySegment, ? extends Object> straight) {
    var arena = Arena.ofConfined();
    return codec(straight, arena.allocate(GraphCase.BUFFER_BYTES, Long.BYTES), arena::close);
  }

  @SuppressWarnings("unchecked") // each codec gets only objects of its own workload
  private static <M> GraphCodec codec(
      Straight<M, ? extends Object> straight, M memory, Runnable release) {
    return new Codec<>((Straight<M, Object>) straight, memory, release);
  }

  private record Codec<M>(Straight<M, Object> straight, M memory, Runnable release)
      implements GraphCodec {
    @Override
    public long serialize(Object object) {
      return straight.write(memory, 0, object);
    }

    @Override
    public Object deserialize() {
      return straight.read(memory, 0);
    }

    @Override
    public void close() {
      release.run();
    }
  }
}
