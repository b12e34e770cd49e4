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

/// The memory that one call hands over, or is handed, beside the payload. In such a payload the
/// content of an array of primitives, a buffer or a segment begins with where it is:
///
///     0        4                 12
///     +--------+-----------------+-------
///     | number | length in bytes | what else there is to tell
///     +--------+-----------------+-------
///
/// Numbers count from one, in the order of the payload. Zero says that the content follows at once,
/// as it does in other payloads.
public final class Handover {

  private static final int NUMBER_BYTES = Integer.BYTES;

  private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private final @Nullable Consumer<? super MemorySegment> collector;
  private final List<? extends MemorySegment> segments;
  private final boolean sharesArrays;
  private final long leastBytes;
  private int count;

  /// Whether values may be passed over unread, since the reader's class lacks their fields.
  private boolean skips;

  private Handover(
      @Nullable Consumer<? super MemorySegment> collector,
      List<? extends MemorySegment> segments,
      boolean sharesArrays,
      long leastBytes) {
    this.collector = collector;
    this.segments = segments;
    this.sharesArrays = sharesArrays;
    this.leastBytes = leastBytes;
  }

  /// For a call that writes.
  ///
  /// @param leastBytes what is shorter stays in the payload
  public static Handover to(Consumer<? super MemorySegment> collector, int leastBytes) {
    return new Handover(collector, List.of(), false, leastBytes);
  }

  /// For a call that reads.
  ///
  /// @param sharesArrays whether a segment that is an array is read as that very array
  public static Handover of(List<? extends MemorySegment> segments, boolean sharesArrays) {
    return new Handover(null, segments, sharesArrays, 0);
  }

  /// The elements of an array as memory, as they would stand in the payload; null if there is no
  /// such memory.
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

  /// The same, for a reader that does not read all there is.
  Handover skipping() {
    skips = true;
    return this;
  }

  /// Writes where content is, and hands it over if it is long enough.
  ///
  /// @param content or null, if it must stay in the payload
  /// @return whether it was handed over; else it is to be written behind the number
  public boolean give(@Nullable MemorySegment content, Medium medium, long position, long limit) {
    if (content == null || content.byteSize() < leastBytes) {
      Slots.reserve(position, NUMBER_BYTES, limit);
      medium.putInt(position, 0);
      return false;
    }
    Slots.reserve(position, NUMBER_BYTES + Long.BYTES, limit);
    medium.putInt(position, ++count);
    medium.putLong(position + NUMBER_BYTES, content.byteSize());
    Objects.requireNonNull(collector, "for a call that writes").accept(content);
    return true;
  }

  /// Where the rest of a value begins that was [given][#give], or not.
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

  /// That a call which read has used all segments.
  ///
  /// @param position where the payload begins
  public void finish(long position) {
    if (count != segments.size() && !(skips && count < segments.size())) {
      throw Failures.segments(
          "the payload was written with " + count + " segments, " + segments.size() + " are given",
          position);
    }
  }

  /// The array that a segment is, all of it, if it may be shared and is of that type.
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

  /// Copies content into an array.
  public static void copy(MemorySegment content, Object array) {
    new SegmentMedium(content, null).getArray(array, 0);
  }

  /// Copies content of any kind.
  public static void copy(MemorySegment from, MemorySegment to, long offset) {
    MemorySegment.copy(from, Segments.BYTE, 0, to, Segments.BYTE, offset, from.byteSize());
  }
}
