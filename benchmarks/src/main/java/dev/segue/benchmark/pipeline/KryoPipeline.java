// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.pipeline;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.segue.benchmark.graph.KryoSetup;
import dev.segue.workload.Workload;

/// Kryo and zstd-jni, on byte arrays.
final class KryoPipeline extends ZstdJniPipeline {
  private final Class<?> type;
  private final Kryo kryo;
  private final Output output = new Output(Pipelines.BUFFER_BYTES);
  private final byte[] restored = new byte[Pipelines.BUFFER_BYTES];
  private final Input input = new Input(restored);

  KryoPipeline(Workload object) {
    this.type = object.type();
    this.kryo = KryoSetup.consistent(object.userTypes());
  }

  @Override
  public long send(Object object) {
    output.setPosition(0);
    kryo.writeObject(output, object);
    return zstd.compress(output.getBuffer(), output.position());
  }

  @Override
  public Object receive() {
    int length = zstd.decompress(restored);
    input.setPosition(0);
    input.setLimit(length);
    return kryo.readObject(input, type);
  }
}
