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
import org.jspecify.annotations.Nullable;

/// Hand-written straight-line code for each workload: a reference, not a limit.
record HandwrittenCodec<M>(Straight<M, Object> straight, M memory, @Nullable Arena arena)
    implements GraphCodec {
  static GraphCodec of(GraphCase graphCase) {
    return switch (graphCase.buffer()) {
      case ARRAY ->
          array(
              switch (graphCase.object()) {
                case STRUCT -> new StructOnArray();
                case STRUCT2 -> new Struct2OnArray();
                case MEDIA_CONTENT -> new MediaContentOnArray();
                case SAMPLE -> new SampleOnArray();
              });
      case DIRECT ->
          segment(
              switch (graphCase.object()) {
                case STRUCT -> new StructOnSegment();
                case STRUCT2 -> new Struct2OnSegment();
                case MEDIA_CONTENT ->
                    new Staged<>(new MediaContentOnArray(), GraphCase.BUFFER_BYTES);
                case SAMPLE -> new SampleOnSegment();
              });
    };
  }

  @SuppressWarnings("unchecked") // a codec only gets objects of its workload
  private static GraphCodec array(Straight<byte[], ? extends Object> straight) {
    return new HandwrittenCodec<>(
        (Straight<byte[], Object>) straight, new byte[GraphCase.BUFFER_BYTES], null);
  }

  @SuppressWarnings("unchecked") // a codec only gets objects of its workload
  private static GraphCodec segment(Straight<MemorySegment, ? extends Object> straight) {
    var arena = Arena.ofConfined();
    return new HandwrittenCodec<>(
        (Straight<MemorySegment, Object>) straight,
        arena.allocate(GraphCase.BUFFER_BYTES, Long.BYTES),
        arena);
  }

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
    if (arena != null) {
      arena.close();
    }
  }
}
