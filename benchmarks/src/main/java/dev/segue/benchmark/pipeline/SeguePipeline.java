// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.pipeline;

import dev.segue.compression.Codec;
import dev.segue.serializer.Serializer;
import dev.segue.workload.Workload;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Segue, on native segments throughout.
final class SeguePipeline implements Pipeline {
  private final Serializer serializer;
  private final Codec codec = Codec.zstd(Pipelines.LEVEL);
  private final Class<?> type;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment outgoing = arena.allocate(Pipelines.BUFFER_BYTES);
  private final MemorySegment incoming = arena.allocate(Pipelines.BUFFER_BYTES);
  private final MemorySegment frame =
      arena.allocate(codec.maxCompressedLength(Pipelines.BUFFER_BYTES));
  private long frameLength;

  SeguePipeline(Workload object) {
    this.type = object.type();
    this.serializer =
        Serializer.builder().register(object.userTypes().toArray(Class<?>[]::new)).build();
  }

  @Override
  public long send(Object object) {
    frameLength = send(object, frame, 0, frame.byteSize());
    return frameLength;
  }

  @Override
  public long send(Object object, MemorySegment memory, long offset, long room) {
    long length = serializer.write(object, outgoing, 0);
    return codec.compress(outgoing, 0, length, memory, offset, room);
  }

  @Override
  public Object receive() {
    return receive(frame, 0, frameLength);
  }

  @Override
  public Object receive(MemorySegment memory, long offset, long length) {
    codec.decompress(memory, offset, length, incoming, 0, incoming.byteSize());
    return serializer.read(incoming, 0, type);
  }

  @Override
  public void close() {
    arena.close();
  }
}
