// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.fory.Fory;
import org.apache.fory.config.ForyBuilder;
import org.apache.fory.context.MetaReadContext;
import org.apache.fory.context.MetaWriteContext;
import org.apache.fory.logging.LoggerFactory;
import org.apache.fory.memory.MemoryBuffer;

/// Apache Fory in its native (Java-only) protocol, with all classes registered and one kind of
/// buffer.
///
/// The newest version measured is 1.6.0: 1.7.0 has a defect that affects this use (apache/fory
/// #3999) and must not be measured.
public final class ForyCodec implements GraphCodec {
  /// The flags recommended for JDK 25 and later, which avoid `sun.misc.Unsafe`.
  public static final List<String> JVM_FLAGS =
      List.of("--add-opens=java.base/java.lang.invoke=ALL-UNNAMED");

  /// The encodings of integers in Fory.
  enum Numbers {
    /// The default encoding.
    VARIABLE_LENGTH,
    /// Fixed width.
    FIXED_LENGTH
  }

  private final Fory fory;
  private final MemoryBuffer buffer;
  private final Class<?> type;

  /// Wraps a Fory with all classes of the object registered.
  ///
  /// @param type the object's class
  public ForyCodec(Fory fory, GraphCase.Buffer buffer, Class<?> type) {
    this.fory = fory;
    this.buffer = buffer(buffer, GraphCase.BUFFER_BYTES);
    this.type = type;
  }

  static GraphCodec of(GraphCase graphCase, Numbers numbers) {
    Fory fory =
        settings(graphCase.references())
            .withCompatible(graphCase.schema() == GraphCase.Schema.COMPATIBLE)
            .withNumberCompressed(numbers == Numbers.VARIABLE_LENGTH)
            .build();
    graphCase.object().userTypes().forEach(fory::register);
    return new ForyCodec(fory, graphCase.buffer(), graphCase.object().type());
  }

  /// Returns a codec in compatible mode whose writer and reader have exchanged their schemas.
  static GraphCodec metaShared(GraphCase graphCase) {
    Fory fory =
        settings(graphCase.references())
            .withCompatible(true)
            .withMetaShare(true)
            .withScopedMetaShare(false)
            .build();
    graphCase.object().userTypes().forEach(fory::register);
    var codec =
        new MetaShared(
            fory,
            buffer(graphCase.buffer(), GraphCase.BUFFER_BYTES),
            graphCase.object().type(),
            new MetaWriteContext(),
            new MetaReadContext());
    // The first message contains the schemas; the measured messages do not.
    codec.serialize(graphCase.create());
    codec.deserialize();
    return codec;
  }

  /// Creates a Fory with default settings, for readers with the same classes, without references.
  public static Fory consistent(List<Class<?>> userTypes) {
    return fory(false, userTypes);
  }

  /// Creates a Fory with default settings, whose reader may have different versions of the classes,
  /// without references.
  public static Fory compatible(List<Class<?>> userTypes) {
    return fory(true, userTypes);
  }

  private static Fory fory(boolean compatible, List<Class<?>> userTypes) {
    Fory fory = settings(false).withCompatible(compatible).build();
    userTypes.forEach(fory::register);
    return fory;
  }

  private static ForyBuilder settings(boolean references) {
    LoggerFactory.disableLogging();
    return Fory.builder()
        .withXlang(false)
        .withRefTracking(references)
        .requireClassRegistration(true)
        .withAsyncCompilation(false);
  }

  /// Allocates a buffer.
  public static MemoryBuffer buffer(GraphCase.Buffer buffer, int bytes) {
    return switch (buffer) {
      case ARRAY -> MemoryBuffer.newHeapBuffer(bytes);
      case DIRECT -> MemoryBuffer.fromByteBuffer(ByteBuffer.allocateDirect(bytes));
    };
  }

  @Override
  public long serialize(Object object) {
    buffer.writerIndex(0);
    fory.serialize(buffer, object);
    return buffer.writerIndex();
  }

  @Override
  public Object deserialize() {
    buffer.readerIndex(0);
    return fory.deserialize(buffer, type);
  }

  private record MetaShared(
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
