// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.error.Errors;
import java.io.Serial;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Thrown when an object cannot be written or a payload cannot be read. Carries a [Kind] for code
/// to react to, the byte offset of the failure, and the path of fields that leads to it.
///
/// Offsets count from the start of the segment or array that was passed in. The path starts at the
/// root object: `MediaContent.images[1].title`. It is empty if the root itself failed.
///
/// Failures that are not about the object or the payload have other types:
///
/// - [NullPointerException] for an argument that is null, [IllegalArgumentException] for a
///   read-only segment or an option out of range, [IndexOutOfBoundsException] for an offset outside
///   the memory;
/// - [IllegalStateException] for memory whose arena is closed, and for an object that is in use or
///   closed; [WrongThreadException] for memory that belongs to another thread;
/// - [java.io.IOException] from streams and channels;
/// - whatever a [SchemaRegistry] of yours throws;
/// - [OutOfMemoryError], and any other `Error` except a stack overflow.
///
/// A [java.util.ConcurrentModificationException] that a collection throws because another thread
/// changes it during a write is reported as [Kind#HOOK_FAILED], with that exception as its cause.
public final class SerializationException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private static final int MOST_STEPS = 32;
  private static final int STEPS_AT_BEGIN = 3;
  private static final int STEPS_AT_END = 4;

  /// The [offset][#offset] of an error that has no position in memory.
  public static final long NO_OFFSET = -1;

  static {
    Errors.install(new InnerAccess());
  }

  /// The kind of an error, for code that reacts to an error instead of only reporting it.
  ///
  /// Later versions may add kinds: a `switch` over them needs a `default`.
  public enum Kind {
    /// A class is not registered with this serializer.
    UNREGISTERED_CLASS,
    /// A class, or a field of it, has a type or shape that cannot be serialized.
    UNSUPPORTED_TYPE,
    /// A class is not accessible: its package is not open to the serializer, the JVM cannot load,
    /// initialize or link a class that it needs, or the JVM forbids setting its final fields.
    INACCESSIBLE_CLASS,
    /// The destination has no room for the payload. With more room, the same call succeeds.
    DESTINATION_TOO_SMALL,
    /// The payload is truncated or corrupt. This includes a set or map that holds the same key
    /// twice.
    MALFORMED_INPUT,
    /// The source holds no payload of this format, or one of a newer version of it.
    INCOMPATIBLE_FORMAT,
    /// Writer and reader have different versions of a class, or registered it differently. Also: a
    /// value does not fit the type of the reader's field; or keys of a map or elements of a set
    /// that differ for the writer's classes are equal for the reader's, see
    /// [SerializerBuilder#mergeEqualKeys].
    SCHEMA_MISMATCH,
    /// The payload carries only the fingerprint of its schema, and neither the stream so far nor
    /// the [SchemaRegistry] has that schema.
    UNKNOWN_SCHEMA,
    /// The payload's root is of another type than the caller asked for; or a collection holds an
    /// element that its declaration, or the caller's [TypeRef], does not allow.
    TYPE_MISMATCH,
    /// Objects are nested deeper than [SerializerBuilder#maxDepth] or the thread's stack allows, or
    /// the graph has a cycle and [references][SerializerBuilder#references] are off.
    TOO_DEEP,
    /// One object or container takes more bytes than the format can address. Split the object;
    /// there is no limit to raise.
    TOO_LARGE,
    /// A configured limit was exceeded: [SerializerBuilder#maxAllocation],
    /// [SerializerBuilder#maxCollidingKeys], the `maxPayloadBytes` of a [PayloadReader] or
    /// [PayloadWriter]; or a limit on the work that a payload from an untrusted source can cause.
    /// Raise the limit, or reject the payload.
    LIMIT_EXCEEDED,
    /// The segments passed to a read are missing, or are not the ones that were written with the
    /// payload.
    SEGMENT_MISMATCH,
    /// A required value is null: null was written as the root, and is read by a method that never
    /// returns null; or a [view's][ViewCursor] method returns a primitive.
    NULL_VALUE,
    /// The graph has a cycle through a record, or through another object that is created after its
    /// parts.
    CYCLE,
    /// A constructor of the class being read threw an exception.
    CONSTRUCTION_FAILED,
    /// Code of the user's classes threw an exception: a function of a [TypeSurrogate], a method
    /// that takes part in serialization, the `hashCode`, `equals` or `compareTo` of an element, or
    /// the iterator of a collection. Or such a function returned the object that it should replace.
    /// Or keys of a map or elements of a set are equal after reading, because the state that
    /// distinguishes them is not written, see [SerializerBuilder#mergeEqualKeys].
    HOOK_FAILED
  }

  /// Gives internal packages access to the non-public members.
  private static final class InnerAccess implements Errors.Access {
    @Override
    public SerializationException create(Kind kind, String message, long offset) {
      return new SerializationException(kind, message, offset);
    }

    @Override
    public SerializationException create(Kind kind, String message, Throwable cause) {
      return new SerializationException(kind, message, cause);
    }

    @Override
    public void within(SerializationException error, String step) {
      error.steps.add(step);
    }

    @Override
    public void retell(SerializationException error, String message) {
      error.text = message;
    }

    @Override
    public void reclassify(SerializationException error, Kind kind) {
      error.kind = kind;
    }

    @Override
    public String text(SerializationException error) {
      return error.text;
    }

    @Override
    public void relativeTo(SerializationException error, long start) {
      SerializationException _ = error.relativeTo(start);
    }

    @Override
    public int pathLength(SerializationException error) {
      return error.pathLength();
    }

    @Override
    public void about(SerializationException error, Class<?> type) {
      error.subject = type;
    }

    @Override
    public @Nullable Class<?> takeSubject(SerializationException error) {
      Class<?> subject = error.subject;
      error.subject = null;
      return subject;
    }
  }

  private Kind kind;
  private String text;
  private long offset;

  /// The class that the error is about, while the error propagates to the root.
  private transient @Nullable Class<?> subject;

  /// The steps of the path, from the error outwards.
  private final ArrayList<String> steps = new ArrayList<>();

  SerializationException(Kind kind, String message) {
    this(kind, message, NO_OFFSET);
  }

  /// Leaves the cause open, so that [#initCause] can still set one.
  SerializationException(Kind kind, String message, long offset) {
    super(message);
    this.text = message;
    this.kind = kind;
    this.offset = offset;
  }

  SerializationException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.text = message;
    this.kind = kind;
    this.offset = NO_OFFSET;
  }

  /// Returns the kind of this error.
  ///
  /// @return the kind
  public Kind kind() {
    return kind;
  }

  /// Returns the byte offset of the failure.
  ///
  /// @return the offset from the start of the memory that was passed in, or [#NO_OFFSET]
  public long offset() {
    return offset;
  }

  /// Returns the path of fields and indices from the root object to the failure.
  ///
  /// @return the path, such as `MediaContent.images[1].title`, or an empty string. A path of more
  ///   than 32 steps is shortened to its ends: `Node.next.next.next...(+500).next.next.name`
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

  /// The number of steps in the path, including those that [#path] leaves out.
  int pathLength() {
    return steps.size();
  }

  private void append(StringBuilder path, int from, int to) {
    for (int i = from - 1; i >= to; i--) {
      String step = steps.get(i);
      boolean isWhole = path.isEmpty() || step.startsWith("[");
      path.append(step, isWhole ? 0 : Math.max(0, step.indexOf('.')), step.length());
    }
  }

  /// Makes the offset relative to the start of the memory that the caller passed in.
  SerializationException relativeTo(long start) {
    if (offset != NO_OFFSET) {
      offset -= start;
    }
    return this;
  }

  /// Describes the failure: the problem, the offset, the path, and a remedy if there is one.
  ///
  /// @return a human-readable text; it may change between versions
  @Override
  public String getMessage() {
    if (offset == NO_OFFSET && steps.isEmpty()) {
      return text;
    }
    String place = offset == NO_OFFSET ? "" : "offset " + offset + (steps.isEmpty() ? "" : ", ");
    return text + " (" + place + (steps.isEmpty() ? "" : "at " + path()) + ")";
  }
}
