// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.Strings;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A string in a payload, read in place.
final class PayloadText implements ViewText {

  private MemorySegment segment = MemorySegment.NULL;
  private long begin;
  private long end;
  private int slot;

  /// The decoded string. It is decoded on first use, since characters cannot be indexed in UTF-8.
  private @Nullable String decoded;

  /// Moves the text that a view's method returns to another string. Implements `Part`.
  static @Nullable Object read(ViewBase view, int method, int slot, long begin, long next) {
    PayloadText text = (PayloadText) ViewBase.kept(view, method);
    if (text == null) {
      text = new PayloadText();
      ViewBase.keep(view, method, text);
    }
    return text.point(ViewBase.segment(view), slot, begin, next) ? text : null;
  }

  /// Moves this to a string.
  ///
  /// @return whether the string is not null
  private boolean point(MemorySegment segment, int slot, long begin, long end) {
    if (Slots.tag(slot) == Slots.NULL) {
      Slots.finish(begin, end);
      return false;
    }
    if (Slots.tag(slot) == Slots.UTF16 && ((end - begin) & 1) != 0) {
      throw Failures.malformed("corrupt: a UTF-16 string of " + (end - begin) + " bytes", begin);
    }
    this.segment = segment;
    this.slot = slot;
    this.begin = begin;
    this.end = end;
    this.decoded = null;
    return true;
  }

  @Override
  public int length() {
    return switch (Slots.tag(slot)) {
      case Slots.LATIN1 -> (int) (end - begin);
      case Slots.UTF16 -> (int) ((end - begin) >> 1);
      default -> decoded().length();
    };
  }

  @Override
  public char charAt(int index) {
    return character(Objects.checkIndex(index, length()));
  }

  private char character(int index) {
    return switch (Slots.tag(slot)) {
      case Slots.LATIN1 -> (char) (Segments.getByte(segment, begin + index) & 0xff);
      case Slots.UTF16 -> Segments.getChar(segment, begin + ((long) index << 1));
      default -> decoded().charAt(index);
    };
  }

  private String decoded() {
    String text = decoded;
    if (text == null) {
      text =
          Objects.requireNonNull(
              Strings.read(segment, begin, end, slot), "the slot is not a null slot");
      decoded = text;
    }
    return text;
  }

  @Override
  public CharSequence subSequence(int from, int to) {
    return toString().substring(from, to);
  }

  @Override
  public boolean contentEquals(CharSequence other) {
    int length = length();
    if (other.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (character(i) != other.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public MemorySegment bytes() {
    return segment.asSlice(begin, end - begin).asReadOnly();
  }

  @Override
  public Charset charset() {
    return switch (Slots.tag(slot)) {
      case Slots.LATIN1 -> StandardCharsets.ISO_8859_1;
      case Slots.UTF16 -> StandardCharsets.UTF_16LE;
      default -> StandardCharsets.UTF_8;
    };
  }

  @Override
  public String toString() {
    return Slots.tag(slot) == Slots.UTF8
        ? decoded()
        : Objects.requireNonNull(
            Strings.read(segment, begin, end, slot), "the slot is not a null slot");
  }
}
