// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.call.Sessions;
import dev.segue.serializer.internal.codec.ShapeCodec;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Reads one value from the middle of a payload, without reading the rest. References from the
/// value to objects outside it cannot be resolved. Byte arrays and native memory are read in place.
/// From heap memory of another kind, which codecs cannot read, the value is copied first.
public final class PartReader {

  private final ShapeCodec codec;
  private final Sessions sessions;
  private final int maxDepth;
  private final boolean isOtherVersion;

  /// @param isOtherVersion whether the payloads are from a writer with other classes
  public PartReader(Shape shape, TypeRegistry registry, int maxDepth, boolean isOtherVersion) {
    this.codec = new ShapeCodec(shape, registry);
    this.sessions = new Sessions(registry.options());
    this.maxDepth = maxDepth;
    this.isOtherVersion = isOtherVersion;
  }

  /// Reads the value between two offsets.
  ///
  /// @param origin the payload's offset
  public @Nullable Object read(
      MemorySegment segment, long origin, long current, long end, int slot) {
    if (!segment.isNative()) {
      return readOnHeap(segment, origin, current, end, slot);
    }
    Session session = sessions.take(origin, end - current, true, null);
    Object value;
    try {
      value = complete(codec.read(segment, current, end, maxDepth, slot, session), session);
    } catch (SerializationException e) {
      sessions.giveBack(session, e);
      throw leaving(e);
    } catch (StackOverflowError | LinkageError e) {
      sessions.giveBack(session, e);
      throw Failures.machine(e);
    } catch (Throwable failure) {
      sessions.giveBack(session, failure);
      throw failure;
    }
    sessions.giveBack(session);
    return value;
  }

  private @Nullable Object readOnHeap(
      MemorySegment segment, long origin, long current, long end, int slot) {
    byte[] bytes = Segments.bytesOf(segment);
    long shift = bytes == null ? -current : segment.address();
    if (bytes == null) {
      bytes = segment.asSlice(current, end - current).toArray(Segments.BYTE);
    }
    int first = (int) (current + shift);
    int last = (int) (end + shift);
    Session session = sessions.take(origin + shift, end - current, true, null);
    Object value;
    try {
      value = complete(codec.read(bytes, first, last, maxDepth, slot, session), session);
    } catch (SerializationException e) {
      sessions.giveBack(session, e);
      throw leaving(Errors.relativeTo(e, shift));
    } catch (StackOverflowError | LinkageError e) {
      sessions.giveBack(session, e);
      throw Failures.machine(e);
    } catch (Throwable failure) {
      sessions.giveBack(session, failure);
      throw failure;
    }
    sessions.giveBack(session);
    return value;
  }

  private SerializationException leaving(SerializationException error) {
    return isOtherVersion ? Failures.leavingOtherVersion(error, true) : error;
  }

  private static @Nullable Object complete(@Nullable Object read, @Nullable Session session) {
    if (session != null) {
      session.settle();
    }
    return read;
  }
}
