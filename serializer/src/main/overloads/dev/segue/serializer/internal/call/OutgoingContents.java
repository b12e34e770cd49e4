// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.memory.Contents;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The contents that a write call passes out of band. In a payload written out of band, the content
/// of an array of primitives, a buffer or a segment begins with its location:
///
///     0        4                 12
///     +--------+-----------------+---------------------
///     | number | length in bytes | the rest of the value
///     +--------+-----------------+---------------------
///
/// Numbers count from one, in the order of the payload. A zero is followed by the content itself,
/// as in other payloads, without a length.
///
/// Used by one thread at a time, by one call after the other.
public final class OutgoingContents {

  static final int NUMBER_BYTES = Integer.BYTES;

  /// The contents that the current attempt passes on, if there may be several attempts.
  private final List<Object> retained = new ArrayList<>();

  private @Nullable Function<Object, ?> form;
  private @Nullable Consumer<Object> collector;
  private boolean isRetaining;
  private boolean isForSegments;
  private long leastBytes;
  private int count;

  /// Begins a call.
  ///
  /// @param form converts a content to the object that the collector gets
  /// @param isForSegments whether contents without a segment stay in the payload
  /// @param leastBytes the length of the shortest content to pass on
  /// @param isRetaining whether the payload may be written more than once. If so, the collector
  ///   gets nothing before [#deliver]
  @SuppressWarnings("unchecked") // the collector takes the results of the form
  public <C> void begin(
      Function<Object, C> form,
      Consumer<? super C> collector,
      boolean isForSegments,
      int leastBytes,
      boolean isRetaining) {
    this.form = form;
    this.collector = (Consumer<Object>) collector;
    this.isForSegments = isForSegments;
    this.leastBytes = leastBytes;
    this.isRetaining = isRetaining;
  }

  /// Ends a call.
  public void end() {
    form = null;
    collector = null;
    retained.clear();
  }

  /// Whether the payload may be written more than once.
  public boolean isRetaining() {
    return isRetaining;
  }

  /// Begins an attempt to write the payload.
  public void restart() {
    count = 0;
    retained.clear();
  }

  /// Passes on the contents of the last attempt.
  public void deliver() {
    retained.forEach(this::passOn);
  }

  /// Whether a content of this length is to be passed on.
  public boolean takes(long value) {
    return value >= leastBytes;
  }

  /// Writes the location of a content, and passes the content on.
  ///
  /// @param content null if it is too short to be passed on
  /// @param value its length in bytes
  /// @return whether the content was passed on; if not, the caller writes it after the number
  public boolean give(
      @Nullable Object content, long value, MemorySegment segment, long position, long limit) {
    if (content == null || (isForSegments && !Contents.isViewable(content))) {
      Slots.reserve(position, NUMBER_BYTES, limit);
      Segments.putInt(segment, position, 0);
      return false;
    }
    Slots.reserve(position, NUMBER_BYTES + Long.BYTES, limit);
    Segments.putInt(segment, position, ++count);
    Segments.putLong(segment, position + NUMBER_BYTES, value);
    if (isRetaining) {
      retained.add(content);
    } else {
      passOn(content);
    }
    return true;
  }

  private void passOn(Object content) {
    Objects.requireNonNull(collector, "between the begin and the end of a call")
        .accept(Objects.requireNonNull(form).apply(content));
  }

  /// The offset of the rest of a value, after the location.
  ///
  /// @param isOutOfBand whether the content is out of band
  // overload
  public static long rest(long position, boolean isOutOfBand) {
    return position + NUMBER_BYTES + (isOutOfBand ? Long.BYTES : 0);
  }
}
