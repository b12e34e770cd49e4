// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.pipeline;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.segue.benchmark.graph.ForyCodec;
import dev.segue.benchmark.graph.KryoCodec;
import dev.segue.workload.Workload;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/// The pipelines of the peers.
final class PeerPipelines {
  private PeerPipelines() {}

  /// Apache Fory in its native protocol with its defaults.
  static final class OfFory extends ArrayPipeline {
    private final Class<?> type;
    private final Fory fory;
    private final MemoryBuffer outgoing = MemoryBuffer.newHeapBuffer(Pipelines.BUFFER_BYTES);
    private final MemoryBuffer incoming = MemoryBuffer.fromByteArray(restored);

    OfFory(Workload object) {
      this.type = object.type();
      this.fory = ForyCodec.consistent(object.userTypes());
    }

    @Override
    public long send(Object object) {
      outgoing.writerIndex(0);
      fory.serialize(outgoing, object);
      return compress(outgoing.getHeapMemory(), outgoing.writerIndex());
    }

    @Override
    public Object receive() {
      decompress();
      incoming.readerIndex(0);
      return fory.deserialize(incoming, type);
    }
  }

  /// Kryo.
  static final class OfKryo extends ArrayPipeline {
    private final Class<?> type;
    private final Kryo kryo;
    private final Output output = new Output(Pipelines.BUFFER_BYTES);
    private final Input input = new Input(restored);

    OfKryo(Workload object) {
      this.type = object.type();
      this.kryo = KryoCodec.consistent(object.userTypes());
    }

    @Override
    public long send(Object object) {
      output.setPosition(0);
      kryo.writeObject(output, object);
      return compress(output.getBuffer(), output.position());
    }

    @Override
    public Object receive() {
      int length = decompress();
      input.setPosition(0);
      input.setLimit(length);
      return kryo.readObject(input, type);
    }
  }
}
