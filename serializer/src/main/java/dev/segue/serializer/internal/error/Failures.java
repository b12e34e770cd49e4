// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.error;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import java.util.ConcurrentModificationException;
import org.jspecify.annotations.Nullable;

/// Creates the errors of writing and reading values, with their messages. A separate class keeps
/// this code out of the bytecode of the methods that run without errors.
public final class Failures {

  private Failures() {}

  public static SerializationException destinationTooSmall(long position, long bytes, long limit) {
    return Errors.of(
        Kind.DESTINATION_TOO_SMALL,
        "destination too small: at least "
            + (bytes + Header.TRAILER_BYTES)
            + " bytes needed, "
            + Math.max(0, limit + Header.TRAILER_BYTES - position)
            + " left",
        position);
  }

  /// A value is longer than the part of the payload that it is in.
  public static SerializationException truncated(long position, long bytes, long end) {
    return malformed(
        "truncated or corrupt: a value needs "
            + bytes
            + " bytes, but only "
            + Math.max(0, end - position)
            + " are left",
        position);
  }

  /// The memory ends before the payload does.
  ///
  /// @param announced whether the payload's header states the number of bytes
  /// @param position the start of the payload
  /// @param end the end of the memory
  public static SerializationException payloadTruncated(
      long bytes, boolean announced, long position, long end) {
    return malformed(
        "payload truncated: "
            + bytes
            + (announced ? " bytes announced, " : " bytes needed, ")
            + Math.max(0, end - position)
            + " available",
        position);
  }

  public static SerializationException badExtent(long next, long current, long end) {
    return malformed(
        "corrupt: a value ends at offset "
            + next
            + ", which is not within "
            + current
            + " to "
            + end,
        current);
  }

  public static SerializationException leftOver(long current, long end) {
    return malformed("corrupt: " + (end - current) + " unused bytes after a value", current);
  }

  public static SerializationException malformed(String message, long position) {
    return Errors.of(Kind.MALFORMED_INPUT, message, position);
  }

  /// The bytes do not form a value of a type.
  public static SerializationException corrupt(Exception cause, Class<?> type, long position) {
    if (cause instanceof SerializationException already) {
      return already;
    }
    SerializationException error =
        malformed("corrupt: not a valid " + type.getName() + ": " + cause, position);
    error.initCause(cause);
    return error;
  }

  public static SerializationException badTag(int tag, long position) {
    return malformed(
        "corrupt: tag " + tag + " in the slot of a value of its declared type", position);
  }

  public static SerializationException tooDeep() {
    return TooDeep.nested();
  }

  /// Converts a JVM error: a stack overflow, or a class that cannot be loaded, initialized or
  /// linked. If a [SerializationException] made the linkage of generated code fail, returns that.
  /// An `OutOfMemoryError` is not converted.
  public static SerializationException machine(Error cause) {
    if (cause instanceof StackOverflowError overflow) {
      return TooDeep.stack(overflow);
    }
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof SerializationException already) {
        return already;
      }
    }
    return Errors.of(
        Kind.INACCESSIBLE_CLASS,
        "a class that this object needs cannot be loaded, initialized or linked: " + cause,
        cause);
  }

  /// Completes an error that leaves a payload being written.
  public static SerializationException leavingWrite(
      Throwable thrown, int maxDepth, boolean references) {
    return TooDeep.complete(
        known(thrown),
        "nested more than "
            + maxDepth
            + (references
                ? " levels deep; for deeper graphs, build the serializer with .maxDepth(levels)"
                : " levels deep, or cyclic; for cycles, build the serializer with"
                    + " .references(true), for deeper graphs with .maxDepth(levels)"));
  }

  /// Completes an error that leaves a payload being read.
  public static SerializationException leavingRead(Throwable thrown, int maxDepth) {
    return TooDeep.complete(
        known(thrown),
        "nested more than "
            + maxDepth
            + " levels deep; for deeper graphs, build the serializer with .maxDepth(levels)");
  }

  /// Completes an error that leaves a payload of another version being read. A value that does not
  /// fit its field is attributed to the version difference; a root of an unexpected type is not.
  ///
  /// @param isPart whether the value that was read is the value of a field
  public static SerializationException leavingOtherVersion(
      SerializationException error, boolean isPart) {
    return error.kind() == Kind.TYPE_MISMATCH && (isPart || Errors.pathLength(error) > 0)
        ? Errors.retold(
            Errors.reclassified(error, Kind.SCHEMA_MISMATCH),
            Errors.text(error) + "; the writer has another version of the class")
        : error;
  }

  private static SerializationException known(Throwable thrown) {
    return thrown instanceof SerializationException already ? already : machine((Error) thrown);
  }

  public static SerializationException tooLarge(long extent, long max, long position) {
    return Errors.of(
        Kind.TOO_LARGE,
        "the contents of one object or container take "
            + extent
            + " bytes, but the format allows "
            + max
            + "; write several payloads, or pass large arrays out of band (outOfBandThreshold)",
        position);
  }

  public static SerializationException unknownConstant(
      Class<?> type, String constant, long position) {
    return Errors.of(
        Kind.SCHEMA_MISMATCH,
        "%s has no constant %s here; add it, or an @Alias to the constant that replaces it, or build"
                .formatted(type.getName(), constant)
            + " the serializer with .unknownTypes(UnknownTypes.NULL)",
        position);
  }

  /// The reader's options map unknown values to null, but a container does not permit null.
  public static SerializationException noPlaceForUnknown(String what, long position) {
    return Errors.of(
        Kind.SCHEMA_MISMATCH,
        what
            + " is not known here, and null cannot replace it as a key, as an element of a set, or"
            + " in a container without nulls; register the class or add the constant, or give it"
            + " an @Alias",
        position);
  }

  public static SerializationException unknownEnum(long position) {
    return Errors.of(
        Kind.UNREGISTERED_CLASS,
        "the payload holds a set or a map of an enum that is not registered here; register it, or"
            + " give it an @Alias",
        position);
  }

  /// A container does not have as many elements as its `size` returned.
  public static ConcurrentModificationException changed(int index, int rows) {
    return new ConcurrentModificationException(
        index < rows ? index + " elements, size=" + rows : "more than size=" + rows + " elements");
  }

  /// A method of a container being written threw an exception. The container may be a view of a
  /// container of any class, and another thread may change it.
  public static SerializationException thrown(RuntimeException cause, Object container) {
    if (cause instanceof SerializationException already
        && already.kind() != Kind.DESTINATION_TOO_SMALL) {
      return already;
    }
    Object written = container instanceof TakenFrom taken ? taken.source() : container;
    String type = written.getClass().getName();
    return Errors.of(
        Kind.HOOK_FAILED,
        cause instanceof ConcurrentModificationException
            ? "a "
                + type
                + " was changed while it was written"
                + (cause.getMessage() == null ? "" : " (" + cause.getMessage() + ")")
                + "; hold a lock around both, or write a copy"
            : "a " + type + " threw " + cause + " while it was written",
        cause);
  }

  /// For generated code: an element of a container being written threw an exception.
  public static SerializationException thrown(RuntimeException cause, Object container, int index) {
    return Errors.within(thrown(cause, container), "[" + index + "]");
  }

  /// Other user code threw an exception.
  ///
  /// If the exception says that a destination is too small, that was the user code's own
  /// destination. The kind is replaced, since otherwise callers might enlarge their destination and
  /// retry.
  ///
  /// @param what the name of the method that threw
  public static SerializationException hook(String what, Throwable cause) {
    if (cause instanceof SerializationException already
        && already.kind() != Kind.DESTINATION_TOO_SMALL) {
      return already;
    }
    return Errors.of(Kind.HOOK_FAILED, what + " threw " + cause, cause);
  }

  /// An element could not be read, or its container did not accept it.
  public static RuntimeException element(RuntimeException cause, int row, long position) {
    return switch (cause) {
      case SerializationException already -> Errors.within(already, "[" + row + "]");
      case ClassCastException _, NullPointerException _, IllegalArgumentException _ ->
          Errors.within(container(cause, position), "[" + row + "]");
      default -> cause;
    };
  }

  /// For generated code: an element could not be read, or its container did not accept it.
  public static Throwable elementRead(Throwable cause, int row, long position) {
    return switch (cause) {
      case StackOverflowError overflow -> within(overflow, "[" + row + "]");
      case RuntimeException exception -> element(exception, row, position);
      default -> cause;
    };
  }

  /// A container rejected its elements (null, a duplicate, or elements that cannot be compared), or
  /// an element's `hashCode`, `equals` or `compareTo` threw an exception.
  public static SerializationException container(RuntimeException cause, long position) {
    return switch (cause) {
      case SerializationException already -> already;
      case ClassCastException _,
          NullPointerException _,
          IllegalArgumentException _,
          ArrayStoreException _ -> {
        SerializationException error =
            malformed("corrupt: a container rejected the elements read: " + cause, position);
        error.initCause(cause);
        yield error;
      }
      default -> Errors.of(Kind.HOOK_FAILED, "an element of a container threw " + cause, cause);
    };
  }

  /// A container holds an element that its declaration does not allow (heap pollution).
  public static SerializationException undeclared(Object element, Class<?> declared) {
    return Errors.of(
        Kind.TYPE_MISMATCH,
        "a container declared to hold "
            + declared.getName()
            + " holds a "
            + element.getClass().getName());
  }

  /// The element at this index is not of its declared type.
  public static SerializationException undeclared(ClassCastException cause, int index) {
    return Errors.within(
        Errors.of(
            Kind.TYPE_MISMATCH,
            "a container holds an element that its declaration does not allow: "
                + withoutModules(cause),
            cause),
        "[" + index + "]");
  }

  /// Removes modules and class loaders from the message of a failed cast.
  private static String withoutModules(ClassCastException cause) {
    String message = String.valueOf(cause.getMessage());
    int end = message.indexOf(" (");
    return end < 0 ? message : message.substring(0, end);
  }

  /// The out-of-band segments are not the ones that were written with the payload.
  public static SerializationException segments(String message, long position) {
    return Errors.of(Kind.SEGMENT_MISMATCH, message, position);
  }

  public static SerializationException allocation(long max, long position) {
    return Errors.of(
        Kind.LIMIT_EXCEEDED,
        "reading this payload would allocate more than maxAllocation="
            + max
            + " bytes; if you trust it, build the serializer with a higher .maxAllocation(bytes)",
        position);
  }

  public static SerializationException allocationByLength(int factor, long floor, long position) {
    return Errors.of(
        Kind.LIMIT_EXCEEDED,
        "reading this payload would allocate more than %d times its length and %d bytes"
                .formatted(factor, floor)
            + "; if you trust it, build the serializer with .maxAllocation(bytes)",
        position);
  }

  /// Creating a payload's values takes too long.
  public static SerializationException work(Class<?> type) {
    return Errors.of(
        Kind.LIMIT_EXCEEDED,
        "reading this many values of %s takes too long for a payload of this length"
                .formatted(type.getName())
            + "; if you trust it, build the serializer with .maxCollidingKeys(Integer.MAX_VALUE),"
            + " which turns off the limit of work");
  }

  /// Hashing and comparing a payload's keys takes too long.
  ///
  /// @param key one of the keys
  public static SerializationException keyWork(@Nullable Object key) {
    return Errors.of(
        Kind.LIMIT_EXCEEDED,
        "keys of sets and maps collide, or hold each other, so often that a payload of this length"
            + " would take too long to read; the last one is a %s"
                .formatted(key == null ? null : key.getClass().getName())
            + "; give the class a better hashCode(), or if you trust the payload, build the"
            + " serializer with .maxCollidingKeys(keys)");
  }

  public static SerializationException cycle(Class<?> expected, long position) {
    return Errors.of(
        Kind.CYCLE,
        "a cycle leads through an object that is created from its parts, such as a record or an"
            + " immutable collection, and cannot contain itself; a "
            + expected.getName()
            + " was expected",
        position);
  }

  public static SerializationException cycleWritten(Class<?> type) {
    return Errors.of(
        Kind.CYCLE,
        "a cycle leads back to a "
            + type.getName()
            + ", which readers create from its parts, like all records and immutable collections,"
            + " and so cannot contain itself; break the cycle, or use a class that is not a record,"
            + " or a mutable collection");
  }

  public static SerializationException typeMismatch(
      Class<?> found, Class<?> expected, long position) {
    return Errors.of(
        Kind.TYPE_MISMATCH,
        "the payload holds a "
            + LoaderNames.of(found, expected)
            + ", not a "
            + LoaderNames.of(expected, found),
        position);
  }

  public static SerializationException schemaMismatch(
      Class<?> type, long written, long here, long position) {
    return Errors.of(
        Kind.SCHEMA_MISMATCH,
        "%s was written by another version of the class, or registered otherwise: %x there, %x here;"
                .formatted(type.getName(), written, here)
            + " to read other versions, build both sides with .schemaMode(SchemaMode.COMPATIBLE)",
        position);
  }

  /// A value that cannot be written, whatever is registered.
  public static SerializationException unsupported(Class<?> type, String reason) {
    return Errors.of(Kind.UNSUPPORTED_TYPE, "cannot serialize a " + type.getName() + ": " + reason);
  }

  /// For generated code: a constructor threw an exception.
  public static SerializationException construction(Throwable cause, Class<?> type) {
    if (cause instanceof SerializationException already) {
      return already;
    }
    if (cause instanceof VirtualMachineError error) {
      throw error;
    }
    return Errors.of(
        Kind.CONSTRUCTION_FAILED,
        "the constructor of " + type.getName() + " threw " + cause,
        cause);
  }

  /// For generated code: a constructor threw an exception, perhaps because components were missing.
  ///
  /// @param missing the names of the components that are not in the payload
  public static SerializationException construction(
      Throwable cause, Class<?> type, String missing) {
    SerializationException error = construction(cause, type);
    return missing.isEmpty() || error.equals(cause)
        ? error
        : Errors.of(
            error.kind(),
            error.getMessage()
                + "; missing from the payload, and so zero, false or null: "
                + missing
                + "; set other defaults with @DefaultValue",
            cause);
  }

  /// Prepends a field or an element to the path of an error, or converts a stack overflow there.
  public static SerializationException within(Throwable error, String step) {
    return error instanceof SerializationException already
        ? Errors.within(already, step)
        : Errors.within(TooDeep.stack((StackOverflowError) error), step);
  }

  /// For generated code: an exception leaves the field with this number.
  public static Throwable leaving(Throwable thrown, int field, String[] names) {
    return thrown instanceof SerializationException || thrown instanceof StackOverflowError
        ? within(thrown, names[field])
        : thrown;
  }

  /// For generated code: an exception leaves the element with this index.
  public static Throwable leaving(Throwable thrown, int index) {
    return switch (thrown) {
      case SerializationException error -> Errors.within(error, "[" + index + "]");
      case StackOverflowError error -> within(error, "[" + index + "]");
      case ClassCastException error -> undeclared(error, index);
      default -> thrown;
    };
  }
}
