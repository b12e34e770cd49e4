// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import dev.segue.benchmark.graph.ForyCodec;
import dev.segue.benchmark.graph.GraphCodec;
import java.util.ArrayList;
import java.util.List;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.serializer.BufferCallback;
import org.apache.fory.serializer.BufferObject;

/// Apache Fory in its native protocol. It always reads buffers as views: of the payload, or of the
/// out-of-band contents.
final class ForyContents implements GraphCodec {
  private final Fory fory;
  private final MemoryBuffer payload;
  private final boolean copy;
  private final List<BufferObject> collected = new ArrayList<>();
  private final List<MemoryBuffer> received = new ArrayList<>();

  /// Returning `false` keeps the object out of the payload.
  private final BufferCallback collector =
      object -> {
        collected.add(object);
        return false;
      };

  ForyContents(ZeroCopyCase zeroCopyCase) {
    this.copy = zeroCopyCase.copy();
    this.fory = ForyCodec.consistent(zeroCopyCase.data().userTypes());
    this.payload = ForyCodec.buffer(zeroCopyCase.buffer(), ZeroCopyCase.BUFFER_BYTES);
  }

  @Override
  public long serialize(Object object) {
    payload.writerIndex(0);
    if (copy) {
      fory.serialize(payload, object);
    } else {
      received.clear();
      collected.clear();
      fory.serialize(payload, object, collector);
    }
    return payload.writerIndex();
  }

  @Override
  public Object deserialize() {
    payload.readerIndex(0);
    return copy ? fory.deserialize(payload) : fory.deserialize(payload, received());
  }

  /// Returns the out-of-band contents, assembled once, which makes Fory copy them. Reading advances
  /// their reader indexes, so these are reset.
  private List<MemoryBuffer> received() {
    if (received.isEmpty()) {
      for (BufferObject object : collected) {
        received.add(object.toBuffer());
      }
    }
    for (MemoryBuffer buffer : received) {
      buffer.readerIndex(0);
    }
    return received;
  }
}
