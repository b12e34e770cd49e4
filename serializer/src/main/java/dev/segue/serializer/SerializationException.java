// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.io.Serial;
import java.util.ArrayList;

/// An object, a class or a payload that cannot be written or read: a [Kind] to react to, the byte
/// offset where it happened and the path of fields that led there.
///
/// Calls fail with other exceptions where not the object or the payload is at fault, but how they
/// are called: [NullPointerException] for an argument that is null, [IllegalArgumentException] for
/// a destination that is read-only or an option out of range, [IndexOutOfBoundsException] for an
/// offset outside the memory, [IllegalStateException] and [WrongThreadException] for memory whose
/// arena is closed or belongs to another thread, [java.io.IOException] of streams and channels. An
/// [OutOfMemoryError], and any other `Error` but a stack overflow, is passed on as it is.
///
/// Offsets are relative to the start of the segment (or array) that was passed in. The path reads
/// from the root object: `MediaContent.images[1].title`; it is empty when the root itself failed.
public final class SerializationException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private static final int MOST_STEPS = 32;
  private static final int STEPS_AT_BEGIN = 3;
  private static final int STEPS_AT_END = 4;

  /// The offset of an error that is not about a place in memory.
  public static final long NO_OFFSET = -1;

  /// What went wrong, for callers that react rather than report.
  public enum Kind {
    /// A class is not registered with this serializer.
    UNREGISTERED_CLASS,
    /// A class, or a field of it, is of a type or shape that cannot be serialized.
    UNSUPPORTED_TYPE,
    /// A class cannot be reached from here: its package is not open to the serializer, or the JVM
    /// cannot load, initialize or link what it needs.
    INACCESSIBLE_CLASS,
    /// The destination ends before the object does.
    DESTINATION_TOO_SMALL,
    /// The source ends before the object does, or a length in it is impossible.
    MALFORMED_INPUT,
    /// The source is not a payload of this format, or of a newer version of it.
    INCOMPATIBLE_FORMAT,
    /// Writer and reader have different versions of a class, or registered it differently.
    SCHEMA_MISMATCH,
    /// The payload tells only the fingerprint of its schema, which nobody has heard of.
    UNKNOWN_SCHEMA,
    /// The payload holds an object of another type than the caller asked for, or a container one
    /// that it was not declared to hold.
    TYPE_MISMATCH,
    /// Objects are nested deeper than the configured maximum, or the graph has a cycle.
    TOO_DEEP,
    /// One object takes more bytes than the format can address, a payload more than is allowed, or
    /// more keys of a container collide than [SerializerBuilder#maxCollidingKeys] allows.
    TOO_LARGE,
    /// A payload was written out of band, and the segments beside it are not those that belong to
    /// it, or there are none.
    SEGMENT_MISMATCH,
    /// A [View] is asked for a primitive, or an object to look at, where there is null.
    NULL_VALUE,
    /// A graph with a cycle through a record, or another object that is made after its parts.
    CYCLE,
    /// A constructor of the class that is read threw an exception.
    CONSTRUCTION_FAILED,
    /// A function of a [TypeCodec], or a method of a class that takes part in its serialization,
    /// threw an exception; so did the `hashCode`, `equals` or `compareTo` of an element. Or such a
    /// function or method returned the very object that its result is to stand for.
    HOOK_FAILED
  }

  private final Kind kind;
  private String text;
  private long offsetBytes;

  /// From the place of the error outwards.
  private final ArrayList<String> steps = new ArrayList<>();

  /// An error about a class or a configuration.
  ///
  /// @param kind what went wrong
  /// @param message what went wrong and what to do about it
  public SerializationException(Kind kind, String message) {
    this(kind, message, NO_OFFSET);
  }

  /// An error at a place in memory.
  ///
  /// @param kind what went wrong
  /// @param message what went wrong and what to do about it
  /// @param offsetBytes where, in bytes from the start of the memory that was passed in
  public SerializationException(Kind kind, String message, long offsetBytes) {
    super(message);
    this.text = message;
    this.kind = kind;
    this.offsetBytes = offsetBytes;
  }

  /// An error with a cause.
  ///
  /// @param kind what went wrong
  /// @param message what went wrong and what to do about it
  /// @param cause what was thrown underneath
  public SerializationException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.text = message;
    this.kind = kind;
    this.offsetBytes = NO_OFFSET;
  }

  /// What went wrong.
  ///
  /// @return the kind of this error
  public Kind kind() {
    return kind;
  }

  /// Where in memory it went wrong.
  ///
  /// @return bytes from the start of the memory that was passed in, or [#NO_OFFSET]
  public long offset() {
    return offsetBytes;
  }

  /// Which field it was, from the root object.
  ///
  /// @return the path, such as `MediaContent.images[1].title`, or an empty string. Of more than 32
  ///   steps, only the first and the last few: `Node.next.next...(+500).next.next.next.name`
  public String path() {
    int count = steps.size();
    StringBuilder path = new StringBuilder();
    if (count <= MOST_STEPS) {
      append(path, count, 0);
    } else {
      int atEnd = kind == Kind.TOO_DEEP ? 0 : STEPS_AT_END;
      append(path, count, count - STEPS_AT_BEGIN);
      path.append("...(+").append(count - STEPS_AT_BEGIN - atEnd).append(')');
      append(path, atEnd, 0);
    }
    return path.toString();
  }

  /// How many steps the path has, with those that [#path] leaves out.
  ///
  /// @return the number of fields and indices that lead to the place of the error
  public int pathLength() {
    return steps.size();
  }

  private void append(StringBuilder path, int from, int to) {
    for (int i = from - 1; i >= to; i--) {
      String step = steps.get(i);
      boolean isWhole = path.isEmpty() || step.startsWith("[");
      path.append(step, isWhole ? 0 : Math.max(0, step.indexOf('.')), step.length());
    }
  }

  /// Puts a step before the path, as the error passes through an object on its way out. For the
  /// serializer's own use.
  ///
  /// @param step a field or an index, such as `Media.title` or `[1]`
  /// @return this
  public SerializationException within(String step) {
    steps.add(step);
    return this;
  }

  /// Replaces what [#getMessage] says before the offset and the path. For the serializer's own use.
  ///
  /// @param message what went wrong and what to do about it
  /// @return this
  public SerializationException retold(String message) {
    text = message;
    return this;
  }

  /// Makes the offset relative to where the caller's memory begins.
  SerializationException relativeTo(long start) {
    if (offsetBytes != NO_OFFSET) {
      offsetBytes -= start;
    }
    return this;
  }

  @Override
  public String getMessage() {
    String where = offsetBytes == NO_OFFSET ? "" : " (offset " + offsetBytes + ")";
    return text + where + (steps.isEmpty() ? "" : " at " + path());
  }
}
