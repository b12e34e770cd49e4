// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.pipeline;

import java.lang.foreign.MemorySegment;

/// A serializer for arrays, combined with zstd-jni; frames are copied to and from other memory.
abstract class ZstdJniPipeline implements Pipeline {
  final ZstdJni zstd = new ZstdJni();

  @Override
  public final long send(Object object, MemorySegment memory, long offset, long room) {
    send(object);
    return zstd.put(memory, offset);
  }

  @Override
  public final Object receive(MemorySegment memory, long offset, long length) {
    zstd.get(memory, offset, length);
    return receive();
  }

  @Override
  public final void close() {
    zstd.close();
  }
}
