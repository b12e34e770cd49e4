// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.util.List;
import java.util.Optional;
import org.apache.fory.Fory;
import org.apache.fory.context.MetaReadContext;
import org.apache.fory.context.MetaWriteContext;
import org.apache.fory.memory.MemoryBuffer;

/// Apache Fory in compatible mode, after both sides have exchanged the schemas of this connection.
final class ForyMetaSharedLibrary implements GraphLibrary {
  @Override
  public Optional<String> absence(GraphCase graphCase) {
    return graphCase.schema() == GraphCase.Schema.CONSISTENT
        ? Optional.of("fory-metashared is a way to share schemas: see schema=COMPATIBLE")
        : Optional.empty();
  }

  @Override
  public List<String> jvmFlags() {
    return ForySetup.JVM_FLAGS;
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    Fory fory =
        ForySetup.settings(graphCase.references())
            .withCompatible(true)
            .withMetaShare(true)
            .withScopedMetaShare(false)
            .build();
    graphCase.object().userTypes().forEach(fory::register);
    var codec =
        new Codec(
            fory,
            ForyCodec.buffer(graphCase.buffer()),
            graphCase.object().type(),
            new MetaWriteContext(),
            new MetaReadContext());
    // The first message carries the schemas; the measured ones do not.
    codec.serialize(graphCase.create());
    codec.deserialize();
    return codec;
  }

  private record Codec(
      Fory fory,
      MemoryBuffer buffer,
      Class<?> type,
      MetaWriteContext writeContext,
      MetaReadContext readContext)
      implements GraphCodec {
    @Override
    public long serialize(Object object) {
      fory.setMetaWriteContext(writeContext);
      buffer.writerIndex(0);
      fory.serialize(buffer, object);
      return buffer.writerIndex();
    }

    @Override
    public Object deserialize() {
      fory.setMetaReadContext(readContext);
      buffer.readerIndex(0);
      return fory.deserialize(buffer, type);
    }
  }
}
