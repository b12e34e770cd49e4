// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The contents that one call passes on or gets out of band. In a payload written out of band, the
/// content of an array of primitives, a buffer or a segment begins with its location:
///
///     0        4                 12
///     +--------+-----------------+---------------------
///     | number | length in bytes | the rest of the value
///     +--------+-----------------+---------------------
///
/// Numbers count from one, in the order of the payload. After a zero the content follows at once,
/// as in other payloads, and there is no length.
public final class Handover {

  private static final int NUMBER_BYTES = Integer.BYTES;

  private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private final @Nullable Consumer<? super MemorySegment> collector;

  /// The contents passed on by the current attempt, if there may be several attempts.
  private final @Nullable List<MemorySegment> retained;

  private final List<? extends MemorySegment> segments;
  private final boolean sharesArrays;
  private final long leastBytes;
  private int count;

  /// Whether values may be passed over unread, since the reader's class lacks their fields.
  private boolean skips;

  /// @param leastBytes the length of the shortest content to pass on
  private Handover(
      Consumer<? super MemorySegment> collector,
      @Nullable List<MemorySegment> retained,
      int leastBytes) {
    this.collector = collector;
    this.retained = retained;
    this.segments = List.of();
    this.sharesArrays = false;
    this.leastBytes = leastBytes;
  }

  private Handover(List<? extends MemorySegment> segments, boolean sharesArrays) {
    this.collector = null;
    this.retained = null;
    this.segments = segments;
    this.sharesArrays = sharesArrays;
    this.leastBytes = 0;
  }

  /// For a call that writes its payload once.
  ///
  /// @param leastBytes the length of the shortest content to pass on; shorter ones stay in the
  ///   payload
  public static Handover to(Consumer<? super MemorySegment> collector, int leastBytes) {
    return new Handover(collector, null, leastBytes);
  }

  /// For a call that may write its payload more than once.
  ///
  /// @param contents an empty list; holds the contents of the last attempt
  /// @param leastBytes the length of the shortest content to pass on
  public static Handover retaining(List<MemorySegment> contents, int leastBytes) {
    return new Handover(contents::add, contents, leastBytes);
  }

  /// For a call that reads.
  ///
  /// @param sharesArrays whether a segment that covers an array is read as that very array
  public static Handover of(List<? extends MemorySegment> segments, boolean sharesArrays) {
    return new Handover(segments, sharesArrays);
  }

  /// Whether the payload may be written more than once.
  public boolean isRetaining() {
    return retained != null;
  }

  /// Begins an attempt to write the payload.
  public void restart() {
    count = 0;
    if (retained != null) {
      retained.clear();
    }
  }

  /// The elements of an array as memory with the same bytes as in a payload; null if the array has
  /// no such memory.
  public static @Nullable MemorySegment contentOf(Object array) {
    if (array instanceof byte[] bytes) {
      return MemorySegment.ofArray(bytes);
    }
    if (!LITTLE_ENDIAN) {
      return null;
    }
    return switch (array) {
      case short[] shorts -> MemorySegment.ofArray(shorts);
      case char[] chars -> MemorySegment.ofArray(chars);
      case int[] ints -> MemorySegment.ofArray(ints);
      case long[] longs -> MemorySegment.ofArray(longs);
      case float[] floats -> MemorySegment.ofArray(floats);
      case double[] doubles -> MemorySegment.ofArray(doubles);
      default -> null;
    };
  }

  /// Allows the reader to pass over values, as a reader with other classes does.
  Handover skipping() {
    skips = true;
    return this;
  }

  /// Writes the location of a content, and passes the content on if it is long enough.
  ///
  /// @param content the content, or null if it must stay in the payload
  /// @return whether the content was passed on; if not, the caller writes it after the number
  public boolean give(@Nullable MemorySegment content, Medium medium, long position, long limit) {
    if (content == null || content.byteSize() < leastBytes) {
      Slots.reserve(position, NUMBER_BYTES, limit);
      medium.putInt(position, 0);
      return false;
    }
    Slots.reserve(position, NUMBER_BYTES + Long.BYTES, limit);
    medium.putInt(position, ++count);
    medium.putLong(position + NUMBER_BYTES, content.byteSize());
    Objects.requireNonNull(collector, "only in a call that writes").accept(content);
    return true;
  }

  /// The offset of the rest of a value, whether its content was [passed on][#give] or not.
  public static long behind(long position, boolean given) {
    return position + NUMBER_BYTES + (given ? Long.BYTES : 0);
  }

  /// The content of the value at a position, or null if it is in the payload.
  public @Nullable MemorySegment take(Medium medium, long position, long end) {
    Slots.block(position, NUMBER_BYTES, end);
    int number = medium.getInt(position);
    if (number == 0) {
      return null;
    }
    Slots.block(position, NUMBER_BYTES + Long.BYTES, end);
    if (number <= count || (number != count + 1 && !skips)) {
      throw Failures.malformed(
          "corrupt: segment " + number + " is named after segment " + count, position);
    }
    long bytes = medium.getLong(position + NUMBER_BYTES);
    if (number > segments.size()) {
      throw Failures.segments(
          "the payload was written with more segments than the " + segments.size() + " given",
          position);
    }
    MemorySegment segment = segments.get(number - 1);
    if (segment.byteSize() != bytes) {
      throw Failures.segments(
          "segment %d (counted from one) had %d bytes when it was written, the one given has %d"
              .formatted(number, bytes, segment.byteSize()),
          position);
    }
    count = number;
    return segment;
  }

  /// Checks at the end of a call that it has read all segments.
  ///
  /// @param position the payload's offset, for errors
  public void finish(long position) {
    if (count != segments.size() && !(skips && count < segments.size())) {
      throw Failures.segments(
          "the payload was written with " + count + " segments, " + segments.size() + " are given",
          position);
    }
  }

  /// The array that a segment covers completely, if arrays are shared and it is of that type.
  public @Nullable Object shared(MemorySegment segment, Class<?> arrayType) {
    if (!sharesArrays) {
      return null;
    }
    Object array = segment.heapBase().orElse(null);
    if (array == null || array.getClass() != arrayType) {
      return null;
    }
    MemorySegment all = contentOf(array);
    return all != null && all.equals(segment) ? array : null;
  }

  /// Copies a content into an array.
  public static void copy(MemorySegment content, Object array) {
    new SegmentMedium(content, null).getArray(array, 0);
  }

  /// Copies a content into memory of any kind.
  public static void copy(MemorySegment from, MemorySegment to, long offset) {
    MemorySegment.copy(from, Segments.BYTE, 0, to, Segments.BYTE, offset, from.byteSize());
  }
}
