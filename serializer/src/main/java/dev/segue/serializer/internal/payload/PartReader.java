// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.call.Sessions;
import dev.segue.serializer.internal.codec.ShapeCodec;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Reads one value out of the middle of a payload, for which nothing before it was read. Back
/// references out of the value lead nowhere. Native memory and byte arrays are read where they are;
/// of other memory on the heap, which codecs do not know, the value is copied first, and errors
/// count their offsets from its beginning.
public final class PartReader {

  private final ShapeCodec codec;
  private final Sessions sessions;
  private final int maxDepth;

  public PartReader(Shape shape, TypeRegistry registry, int maxDepth) {
    this.codec = new ShapeCodec(shape, registry);
    this.sessions = new Sessions(registry.options());
    this.maxDepth = maxDepth;
  }

  /// @param origin where the payload begins
  public @Nullable Object read(
      MemorySegment segment, long origin, long current, long end, int slot) {
    Session session = sessions.take(origin);
    if (session != null) {
      session.lasting();
    }
    try {
      if (segment.isNative()) {
        return complete(codec.read(segment, current, end, maxDepth, slot, session), session);
      }
      byte[] array = Segments.bytesOf(segment);
      if (array != null && segment.address() == 0) {
        return complete(
            codec.read(array, (int) current, (int) end, maxDepth, slot, session), session);
      }
      byte[] part = segment.asSlice(current, end - current).toArray(Segments.BYTE);
      return complete(codec.read(part, 0, part.length, maxDepth, slot, session), session);
    } catch (StackOverflowError | LinkageError e) {
      throw Failures.machine(e);
    } finally {
      sessions.giveBack(session);
    }
  }

  private static @Nullable Object complete(@Nullable Object read, @Nullable Session session) {
    if (session != null) {
      session.settle();
    }
    return read;
  }
}
