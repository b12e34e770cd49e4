// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.pipeline;

import dev.segue.benchmark.graph.ForySetup;
import dev.segue.workload.Workload;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/// Apache Fory in its native protocol with its defaults, and zstd-jni, on byte arrays.
final class ForyPipeline extends ZstdJniPipeline {
  private final Class<?> type;
  private final Fory fory;
  private final MemoryBuffer outgoing = MemoryBuffer.newHeapBuffer(Pipelines.BUFFER_BYTES);
  private final byte[] restored = new byte[Pipelines.BUFFER_BYTES];
  private final MemoryBuffer incoming = MemoryBuffer.fromByteArray(restored);

  ForyPipeline(Workload object) {
    this.type = object.type();
    this.fory = ForySetup.consistent(object.userTypes());
  }

  @Override
  public long send(Object object) {
    outgoing.writerIndex(0);
    fory.serialize(outgoing, object);
    return zstd.compress(outgoing.getHeapMemory(), outgoing.writerIndex());
  }

  @Override
  public Object receive() {
    zstd.decompress(restored);
    incoming.readerIndex(0);
    return fory.deserialize(incoming, type);
  }
}
