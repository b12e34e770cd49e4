// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.serializer.Execution;
import dev.segue.serializer.OutOfBandContent;
import dev.segue.serializer.OutOfBandSegments;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Segue. Buffers are read as views of the contents if they are out of band, otherwise of the
/// payload, as in Fory. Arrays are read as new arrays.
final class SegueContents implements GraphCodec {
  /// A threshold below the content length of any case.
  private static final int LEAST_BYTES = 128;

  private final Serializer serializer;
  private final boolean copy;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment payload;
  private final List<OutOfBandContent> contents = new ArrayList<>();
  private final Consumer<OutOfBandContent> collector = contents::add;
  private @Nullable OutOfBandSegments received;

  SegueContents(ZeroCopyCase zeroCopyCase) {
    this.copy = zeroCopyCase.copy();
    SerializerBuilder builder =
        Serializer.builder()
            .register(zeroCopyCase.data().userTypes().toArray(Class<?>[]::new))
            .execution(Execution.COMPILED)
            .sliceBuffers(zeroCopyCase.data() == Contents.BUFFER);
    if (!copy) {
      builder.outOfBandThreshold(LEAST_BYTES);
    }
    this.serializer = builder.build();
    this.payload =
        switch (zeroCopyCase.buffer()) {
          case ARRAY -> MemorySegment.ofArray(new byte[ZeroCopyCase.BUFFER_BYTES]);
          case DIRECT -> arena.allocate(ZeroCopyCase.BUFFER_BYTES, Long.BYTES);
        };
  }

  @Override
  public long serialize(Object object) {
    if (copy) {
      return serializer.write(object, payload, 0);
    }
    received = null;
    contents.clear();
    return serializer.writeOutOfBand(object, payload, 0, collector);
  }

  @Override
  public Object deserialize() {
    return copy
        ? serializer.read(payload, 0, Object.class)
        : serializer.read(payload, 0, Object.class, received());
  }

  /// Returns the out-of-band contents, assembled once.
  private OutOfBandSegments received() {
    OutOfBandSegments all = received;
    if (all == null) {
      all = OutOfBandSegments.copyingArraysOf(contents);
      received = all;
    }
    return all;
  }

  @Override
  public void close() {
    arena.close();
  }
}
