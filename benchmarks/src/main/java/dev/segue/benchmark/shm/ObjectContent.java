// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.benchmark.pipeline.Pipeline;
import dev.segue.benchmark.pipeline.Pipelines;
import dev.segue.workload.Workload;
import java.lang.foreign.MemorySegment;

/// An object that is serialized and compressed for each message, and restored from each; the server
/// echoes the object that it received.
final class ObjectContent implements Content {
  /// More than the frame of any workload needs.
  private static final int MOST_BYTES = 8 << 10;

  private final Pipeline pipeline;
  private final Object original;
  private Object object;

  ObjectContent(Workload workload, String library) {
    pipeline = Pipelines.open(library, workload);
    original = workload.create();
    object = original;
  }

  @Override
  public int mostBytes() {
    return MOST_BYTES;
  }

  @Override
  public int prepare(MemorySegment message) {
    return make(message, 0);
  }

  @Override
  public int make(MemorySegment memory, long offset) {
    return STAMP_BYTES
        + (int)
            pipeline.send(object, memory, offset + STAMP_BYTES, (long) MOST_BYTES - STAMP_BYTES);
  }

  @Override
  public void read(MemorySegment memory, long offset, long length) {
    object = pipeline.receive(memory, offset + STAMP_BYTES, length - STAMP_BYTES);
  }

  @Override
  public void check() {
    if (!object.equals(original)) {
      throw new IllegalStateException("sent " + original + ", but received " + object);
    }
  }
}
