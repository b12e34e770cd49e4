// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.io.Serial;

/// The one way writing and reading objects fail: a [Kind] to react to, the byte offset where it
/// happened and the path of fields that led there.
///
/// Offsets are relative to the start of the segment (or array) that was passed in. The path reads
/// from the root object: `MediaContent.images[1].title`; it is empty when the root itself failed.
public final class SerializationException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// The offset of an error that is not about a place in memory.
  public static final long NO_OFFSET = -1;

  /// What went wrong, for callers that react rather than report.
  public enum Kind {
    /// A class is not registered with this serializer.
    UNREGISTERED_CLASS,
    /// A class, or a field of it, is of a type or shape that cannot be serialized.
    UNSUPPORTED_TYPE,
    /// A class cannot be reached from here: its package is not open to the serializer.
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
    /// One object takes more bytes than the format can address, or a payload more than is allowed.
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
    /// threw an exception; so did the `hashCode`, `equals` or `compareTo` of an element.
    HOOK_FAILED
  }

  private final Kind kind;
  private long offsetBytes;
  private String path = "";

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
  /// @return the path, such as `MediaContent.images[1].title`, or an empty string
  public String path() {
    return path;
  }

  /// Puts a step before the path, as the error passes through an object on its way out. For the
  /// serializer's own use.
  ///
  /// @param step a field or an index, such as `Media.title` or `[1]`
  /// @return this
  public SerializationException within(String step) {
    if (path.isEmpty() || path.startsWith("[")) {
      path = step + path;
    } else {
      path = step + path.substring(path.indexOf('.'));
    }
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
    return super.getMessage() + where + (path.isEmpty() ? "" : " at " + path);
  }
}
