// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.memory.Contents;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The out-of-band contents that a read call takes, see [OutgoingContents]. Used by one call.
public final class IncomingContents {

  private static final int NUMBER_BYTES = OutgoingContents.NUMBER_BYTES;

  private final List<Object> contents;
  private final boolean sharesArrays;
  private int count;

  /// Whether values may be skipped unread, because the reader's class lacks their fields.
  private boolean skips;

  /// @param contents see [Contents]
  /// @param sharesArrays whether a content that is an array is read without a copy, as that array
  public IncomingContents(List<Object> contents, boolean sharesArrays) {
    this.contents = contents;
    this.sharesArrays = sharesArrays;
  }

  /// Allows the reader to skip values, as a reader with other classes does.
  IncomingContents skipping() {
    skips = true;
    return this;
  }

  /// The content of the value at a position, or null if it is in the payload.
  public @Nullable Object take(MemorySegment segment, long position, long end) {
    Slots.block(position, NUMBER_BYTES, end);
    int number = Segments.getInt(segment, position);
    if (number == 0) {
      return null;
    }
    Slots.block(position, NUMBER_BYTES + Long.BYTES, end);
    return take(number, Segments.getLong(segment, position + NUMBER_BYTES), position);
  }

  private Object take(int number, long byteSize, long position) {
    if (number <= count || (number != count + 1 && !skips)) {
      throw Failures.malformed(
          "corrupt: segment " + number + " is named after segment " + count, position);
    }
    if (number > contents.size()) {
      throw Failures.segments(
          "the payload was written with more segments than the " + contents.size() + " given",
          position);
    }
    Object content = contents.get(number - 1);
    long given = Contents.byteSize(content);
    if (given != byteSize) {
      throw Failures.segments(
          "segment %d (counted from one) had %d bytes when it was written, the one given has %d"
              .formatted(number, byteSize, given),
          position);
    }
    count = number;
    return content;
  }

  /// Checks at the end of a call that it has read all contents.
  ///
  /// @param position the payload's offset, for errors
  public void finish(long position) {
    if (count != contents.size() && !(skips && count < contents.size())) {
      throw Failures.segments(
          "the payload was written with " + count + " segments, " + contents.size() + " are given",
          position);
    }
  }

  /// The array to read a content as, if arrays are shared and the content is an array of that type.
  public @Nullable Object shared(Object content, Class<?> arrayType) {
    if (!sharesArrays) {
      return null;
    }
    Object array = Contents.array(content);
    return arrayType.isInstance(array) ? array : null;
  }
}
