// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.memory.Contents;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;

/// An array of primitives, a buffer or a segment that is transferred beside the payload, not in it.
/// [Serializer#writeOutOfBand] passes such contents to its collector;
/// [OutOfBandSegments#copyingArraysOf] and [OutOfBandSegments#sharingArraysOf] take them for
/// reading.
///
/// A content is a small object that refers to the memory, and copies nothing: send it with
/// [#buffer] or [#segment], copy it with [#copyTo], or hand over the [#array] itself. It has the
/// same bytes as in a payload: numbers are little-endian, a `boolean` is one byte, 0 or 1\. Later
/// changes to the memory are visible.
///
/// Instances are immutable and thread-safe; a segment keeps its thread confinement.
public final class OutOfBandContent {

  /// An array of primitives, a `ByteBuffer`, or a `MemorySegment`.
  private final Object memory;

  private OutOfBandContent(Object memory) {
    this.memory = memory;
  }

  /// Wraps a content that a codec passes.
  static OutOfBandContent wrap(Object memory) {
    return new OutOfBandContent(memory);
  }

  /// The memory.
  Object memory() {
    return memory;
  }

  /// A content that is an array.
  ///
  /// @param array an array of any primitive type
  /// @return the content
  /// @throws IllegalArgumentException if the object is not an array of primitives
  public static OutOfBandContent ofArray(Object array) {
    Class<?> component = array.getClass().getComponentType();
    if (component == null || !component.isPrimitive()) {
      throw new IllegalArgumentException("array=" + array.getClass().getTypeName());
    }
    return new OutOfBandContent(array);
  }

  /// A content that is a buffer, from its first byte to its capacity.
  ///
  /// @param buffer a buffer; its position and limit do not matter
  /// @return the content
  public static OutOfBandContent of(ByteBuffer buffer) {
    return new OutOfBandContent(Objects.requireNonNull(buffer, "buffer"));
  }

  /// A content that is a segment.
  ///
  /// @param segment a segment
  /// @return the content
  public static OutOfBandContent of(MemorySegment segment) {
    return new OutOfBandContent(Objects.requireNonNull(segment, "segment"));
  }

  /// The length of the content.
  ///
  /// @return the number of bytes
  public long byteSize() {
    return Contents.byteSize(memory);
  }

  /// The content as a segment. It is a view of the memory, except for an array that has no view
  /// with these bytes: a copy of a `boolean[]`, and of arrays of wider elements where the processor
  /// is big-endian.
  ///
  /// @return the segment
  public MemorySegment segment() {
    return Contents.segment(memory);
  }

  /// Whether [#segment] is a view of the memory, not a copy.
  ///
  /// @return false for a `boolean[]`, and on big-endian processors for arrays of types other than
  ///   `byte`
  public boolean isViewable() {
    return Contents.isViewable(memory);
  }

  /// The content as a buffer, for channels: a view of a `byte[]`, a buffer, or a segment that is
  /// native or a `byte[]`; a copy of other arrays, since no `ByteBuffer` can be a view of them. Its
  /// position is 0, its limit the length, its order big-endian.
  ///
  /// @return a new buffer
  /// @throws UnsupportedOperationException if the content is longer than a buffer can be
  public ByteBuffer buffer() {
    return Contents.buffer(memory);
  }

  /// Copies the content to a segment.
  ///
  /// @param destination the memory to copy to
  /// @param offset the offset of the copy in the destination
  /// @throws IndexOutOfBoundsException if the content is longer than the rest of the destination
  /// @throws IllegalArgumentException if the destination is read-only
  /// @throws IllegalStateException if the arena of one of the segments is closed
  public void copyTo(MemorySegment destination, long offset) {
    Contents.copy(memory, destination, offset);
  }

  /// The array that holds exactly the content, if there is one.
  ///
  /// @return the array itself, empty if the content is part of an array, read-only, or native
  public Optional<Object> array() {
    return Optional.ofNullable(Contents.array(memory));
  }

  /// Describes the content.
  ///
  /// @return its length and the type of its memory
  @Override
  public String toString() {
    String type =
        switch (memory) {
          case ByteBuffer _ -> "ByteBuffer";
          case MemorySegment _ -> "MemorySegment";
          default -> memory.getClass().getTypeName();
        };
    return byteSize() + " bytes of a " + type;
  }
}
