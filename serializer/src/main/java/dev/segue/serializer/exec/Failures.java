// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.model.EnumConstants;
import java.util.ConcurrentModificationException;

/// Every error that writing and reading ends in, built away from the code that runs when there is
/// none.
public final class Failures {

  private Failures() {}

  static SerializationException destinationTooSmall(long position, long bytes, long limit) {
    return new SerializationException(
        Kind.DESTINATION_TOO_SMALL,
        "destination too small: "
            + (bytes + Payload.TRAILER_BYTES)
            + " bytes needed at least, "
            + Math.max(0, limit + Payload.TRAILER_BYTES - position)
            + " left",
        position);
  }

  static SerializationException truncated(long position, long bytes, long end) {
    return malformed(
        "truncated: " + bytes + " bytes expected, " + (end - position) + " left", position);
  }

  static SerializationException badExtent(long next, long current, long end) {
    return malformed(
        "corrupt: a value ends at " + next + ", which is not in " + current + ".." + end, current);
  }

  static SerializationException leftOver(long current, long end) {
    return malformed("corrupt: " + (end - current) + " bytes belong to no value", current);
  }

  public static SerializationException malformed(String message, long position) {
    return new SerializationException(Kind.MALFORMED_INPUT, message, position);
  }

  public static SerializationException badTag(int tag, long position) {
    return malformed("corrupt: a value of its declared type has the tag " + tag, position);
  }

  static SerializationException tooDeep() {
    return new SerializationException(
        Kind.TOO_DEEP,
        "objects are nested deeper than the configured maximum, or refer to themselves in a cycle");
  }

  /// A thread with a small stack, or a maximum depth beyond what the stack takes.
  static SerializationException stackTooSmall(StackOverflowError cause) {
    return new SerializationException(
        Kind.TOO_DEEP,
        "objects are nested deeper than this thread's stack allows; lower the maximum depth, or use"
            + " a thread with a larger stack",
        cause);
  }

  static SerializationException tooLarge(long extent, long max, long position) {
    return new SerializationException(
        Kind.TOO_LARGE,
        "the variable part of an object takes " + extent + " bytes; the format allows " + max,
        position);
  }

  public static SerializationException unregistered(Class<?> type) {
    return new SerializationException(
        Kind.UNREGISTERED_CLASS,
        type.getName()
            + " is not registered; add .register("
            + type.getSimpleName()
            + ".class) to the builder, here and where it is read");
  }

  static SerializationException unknownConstant(
      EnumConstants constants, int ordinal, long position) {
    return new SerializationException(
        Kind.SCHEMA_MISMATCH,
        "%s has no constant %s here; add it, give it an @Alias, or build the serializer with"
                .formatted(constants.type().getName(), constants.names().get(ordinal))
            + " .unknownTypes(UnknownTypes.NULL)",
        position);
  }

  static SerializationException unknownEnum(long position) {
    return new SerializationException(
        Kind.UNREGISTERED_CLASS,
        "the payload holds a set or a map of an enum that is not registered here; register it, or"
            + " give it an @Alias",
        position);
  }

  /// A container had more elements than it said, or fewer.
  public static ConcurrentModificationException changed(int index, int rows) {
    return new ConcurrentModificationException(
        index < rows ? index + " elements, size=" + rows : "more than size=" + rows + " elements");
  }

  /// An element was read, or put into a container that may not take it.
  public static RuntimeException element(RuntimeException cause, int row, long position) {
    return switch (cause) {
      case SerializationException already -> already.within("[" + row + "]");
      case ClassCastException _, NullPointerException _, IllegalArgumentException _ ->
          container(cause, position).within("[" + row + "]");
      default -> cause;
    };
  }

  /// A container refused what was put into it: null, an element twice, or nothing to compare by; or
  /// an element threw when the container asked it for its hash code, or compared it.
  public static SerializationException container(RuntimeException cause, long position) {
    return switch (cause) {
      case SerializationException already -> already;
      case ClassCastException _,
          NullPointerException _,
          IllegalArgumentException _,
          ArrayStoreException _ -> {
        SerializationException error =
            malformed(
                "corrupt: no container of this kind can hold these elements: " + cause, position);
        error.initCause(cause);
        yield error;
      }
      default ->
          new SerializationException(
              Kind.HOOK_FAILED, "an element of a container threw " + cause, cause);
    };
  }

  /// A container holds what its declaration does not allow, which the compiler warned of.
  static SerializationException undeclared(Object element, Class<?> declared) {
    return new SerializationException(
        Kind.TYPE_MISMATCH,
        "a container declared to hold "
            + declared.getName()
            + " holds a "
            + element.getClass().getName());
  }

  /// For generated code: the same of an element with this index.
  public static SerializationException undeclared(ClassCastException cause, int index) {
    return new SerializationException(
            Kind.TYPE_MISMATCH,
            "a container holds what it was not declared to: " + cause.getMessage(),
            cause)
        .within("[" + index + "]");
  }

  /// The segments beside a payload are not those that it was written with.
  static SerializationException segments(String message, long position) {
    return new SerializationException(Kind.SEGMENT_MISMATCH, message, position);
  }

  static SerializationException allocation(long max, long position) {
    return new SerializationException(
        Kind.TOO_LARGE,
        "reading this payload would allocate more than maxAllocation=" + max + " bytes",
        position);
  }

  static SerializationException cycle(Class<?> expected, long position) {
    return new SerializationException(
        Kind.CYCLE,
        "a cycle leads through an object that is made from its parts, such as a record or an"
            + " immutable collection, and so cannot be one of them; a "
            + expected.getName()
            + " was expected",
        position);
  }

  public static SerializationException typeMismatch(
      Class<?> found, Class<?> expected, long position) {
    return new SerializationException(
        Kind.TYPE_MISMATCH,
        "the payload holds a " + found.getName() + ", not a " + expected.getName(),
        position);
  }

  public static SerializationException schemaMismatch(
      Class<?> type, long written, long here, long position) {
    return new SerializationException(
        Kind.SCHEMA_MISMATCH,
        "%s was written by another version of the class, or registered otherwise: %x there, %x here"
            .formatted(type.getName(), written, here),
        position);
  }

  /// For generated code: a constructor threw.
  public static SerializationException construction(Throwable cause, Class<?> type) {
    if (cause instanceof SerializationException already) {
      return already;
    }
    if (cause instanceof VirtualMachineError error) {
      throw error;
    }
    return new SerializationException(
        Kind.CONSTRUCTION_FAILED,
        "the constructor of " + type.getName() + " threw " + cause,
        cause);
  }

  /// For generated code: an error leaves the field with this number.
  public static SerializationException within(
      SerializationException error, int field, String[] names) {
    return error.within(names[field]);
  }

  /// For generated code: an error leaves the element with this index.
  public static SerializationException within(SerializationException error, int index) {
    return error.within("[" + index + "]");
  }
}
