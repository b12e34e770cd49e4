// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.error;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.layout.EnumConstants;
import java.util.ConcurrentModificationException;

/// Every error that writing and reading ends in, built away from the code that runs when there is
/// none.
public final class Failures {

  private static final String TOO_DEEP = "nested too deep";
  private static final String STACK_TOO_SMALL =
      "nested deeper than the stack of this thread allows";

  private Failures() {}

  public static SerializationException destinationTooSmall(long position, long bytes, long limit) {
    return Errors.of(
        Kind.DESTINATION_TOO_SMALL,
        "destination too small: "
            + (bytes + Header.TRAILER_BYTES)
            + " bytes needed at least, "
            + Math.max(0, limit + Header.TRAILER_BYTES - position)
            + " left",
        position);
  }

  public static SerializationException truncated(long position, long bytes, long end) {
    return malformed(
        "truncated or corrupt: a value needs "
            + bytes
            + " bytes, and "
            + Math.max(0, end - position)
            + " are left for it",
        position);
  }

  /// The memory ends before the payload does.
  ///
  /// @param position where the payload begins
  /// @param end where the memory ends
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
        "corrupt: a value ends at offset " + next + ", outside of " + current + " to " + end,
        current);
  }

  public static SerializationException leftOver(long current, long end) {
    return malformed(
        "corrupt: " + (end - current) + " bytes after a value belong to no other", current);
  }

  public static SerializationException malformed(String message, long position) {
    return Errors.of(Kind.MALFORMED_INPUT, message, position);
  }

  public static SerializationException badTag(int tag, long position) {
    return malformed("corrupt: a value of its declared type has the tag " + tag, position);
  }

  public static SerializationException tooDeep() {
    return Errors.of(Kind.TOO_DEEP, TOO_DEEP);
  }

  /// What the JVM throws where it runs out of stack, or cannot load, initialize or link a class. A
  /// failure of this module's that comes out of the linkage of generated code is itself again. That
  /// memory runs out remains what it is.
  public static SerializationException machine(Error cause) {
    if (cause instanceof StackOverflowError overflow) {
      return stackTooSmall(overflow);
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

  /// A thread with a small stack, or a maximum depth beyond what the stack takes.
  static SerializationException stackTooSmall(StackOverflowError cause) {
    return Errors.of(Kind.TOO_DEEP, STACK_TOO_SMALL, cause);
  }

  /// An error as it leaves a payload that is written, where it is known how deep it was.
  public static SerializationException leavingWrite(
      Throwable thrown, int maxDepth, boolean references) {
    return leaving(
        thrown,
        "nested more than "
            + maxDepth
            + (references
                ? " levels deep; for deeper graphs, build the serializer with .maxDepth(levels)"
                : " levels deep, or cyclic; for cycles, build the serializer with"
                    + " .references(true), for deeper graphs with .maxDepth(levels)"));
  }

  /// An error as it leaves a payload that is read.
  public static SerializationException leavingRead(Throwable thrown, int maxDepth) {
    return leaving(
        thrown,
        "nested more than "
            + maxDepth
            + " levels deep; for deeper graphs, build the serializer with .maxDepth(levels)");
  }

  private static SerializationException leaving(Throwable thrown, String tooDeep) {
    SerializationException error =
        thrown instanceof SerializationException known ? known : machine((Error) thrown);
    String message = error.kind() == Kind.TOO_DEEP ? String.valueOf(error.getMessage()) : "";
    if (message.startsWith(TOO_DEEP)) {
      return Errors.retold(error, tooDeep);
    }
    return message.startsWith(STACK_TOO_SMALL)
        ? Errors.retold(
            error,
            STACK_TOO_SMALL
                + " (about "
                + Errors.pathLength(error)
                + " levels); use a thread with a larger stack (-Xss, or the constructor of Thread"
                + " with a stackSize), or lower .maxDepth(levels)")
        : error;
  }

  public static SerializationException tooLarge(long extent, long max, long position) {
    return Errors.of(
        Kind.TOO_LARGE,
        "the contents of one object or container take "
            + extent
            + " bytes, and the format allows "
            + max
            + "; write them as several payloads, or pass large arrays out of band (outOfBandThreshold)",
        position);
  }

  public static SerializationException unknownConstant(
      EnumConstants constants, int ordinal, long position) {
    return Errors.of(
        Kind.SCHEMA_MISMATCH,
        "%s has no constant %s here; add it, give it an @Alias, or build the serializer with"
                .formatted(constants.type().getName(), constants.names().get(ordinal))
            + " .unknownTypes(UnknownTypes.NULL)",
        position);
  }

  /// Null is what the reader asked for in place of what it does not know.
  public static SerializationException noPlaceForUnknown(String what, long position) {
    return Errors.of(
        Kind.SCHEMA_MISMATCH,
        what
            + " is not known here, and null cannot stand for it as a key, as an element of a set,"
            + " or in a container that takes no null; register the class or add the constant, or"
            + " give it an @Alias",
        position);
  }

  public static SerializationException unknownEnum(long position) {
    return Errors.of(
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

  /// A method of a container that is written threw an exception: what it is a view of may be of any
  /// class, and it may be changed meanwhile.
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
                + " was changed while it was written ("
                + cause.getMessage()
                + "); hold a lock around both, or write a copy"
            : "a " + type + " threw " + cause + " while it was written",
        cause);
  }

  /// For generated code: the same of the element with this index.
  public static SerializationException thrown(RuntimeException cause, Object container, int index) {
    return Errors.within(thrown(cause, container), "[" + index + "]");
  }

  /// An element was read, or put into a container that may not take it.
  public static RuntimeException element(RuntimeException cause, int row, long position) {
    return switch (cause) {
      case SerializationException already -> Errors.within(already, "[" + row + "]");
      case ClassCastException _, NullPointerException _, IllegalArgumentException _ ->
          Errors.within(container(cause, position), "[" + row + "]");
      default -> cause;
    };
  }

  /// For generated code: an element was read, or put into a container that may not take it.
  public static Throwable elementRead(Throwable cause, int row, long position) {
    return switch (cause) {
      case StackOverflowError overflow -> within(overflow, "[" + row + "]");
      case RuntimeException exception -> element(exception, row, position);
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
                "corrupt: a container does not take the elements that were read: " + cause,
                position);
        error.initCause(cause);
        yield error;
      }
      default -> Errors.of(Kind.HOOK_FAILED, "an element of a container threw " + cause, cause);
    };
  }

  /// A container holds what its declaration does not allow, which the compiler warned of.
  public static SerializationException undeclared(Object element, Class<?> declared) {
    return Errors.of(
        Kind.TYPE_MISMATCH,
        "a container declared to hold "
            + declared.getName()
            + " holds a "
            + element.getClass().getName());
  }

  /// The same of an element with this index.
  public static SerializationException undeclared(ClassCastException cause, int index) {
    return Errors.within(
        Errors.of(
            Kind.TYPE_MISMATCH,
            "a container holds what it was not declared to: " + withoutModules(cause),
            cause),
        "[" + index + "]");
  }

  /// What a cast says, without the modules and class loaders.
  private static String withoutModules(ClassCastException cause) {
    String message = String.valueOf(cause.getMessage());
    int end = message.indexOf(" (");
    return end < 0 ? message : message.substring(0, end);
  }

  /// The segments beside a payload are not those that it was written with.
  public static SerializationException segments(String message, long position) {
    return Errors.of(Kind.SEGMENT_MISMATCH, message, position);
  }

  public static SerializationException allocation(long max, long position) {
    return Errors.of(
        Kind.LIMIT_EXCEEDED,
        "reading this payload would allocate more than maxAllocation="
            + max
            + " bytes; if it can be trusted, build the serializer with a higher .maxAllocation(bytes)",
        position);
  }

  public static SerializationException cycle(Class<?> expected, long position) {
    return Errors.of(
        Kind.CYCLE,
        "a cycle leads through an object that is made from its parts, such as a record or an"
            + " immutable collection, and so cannot be one of them; a "
            + expected.getName()
            + " was expected",
        position);
  }

  public static SerializationException cycleWritten(Class<?> type) {
    return Errors.of(
        Kind.CYCLE,
        "a cycle leads back to a "
            + type.getName()
            + ", which is made from its parts when it is read, as records, immutable collections and"
            + " the like are, and so cannot be one of them; break the cycle, or use a class that is"
            + " no record, or a mutable collection");
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

  /// For generated code: a constructor threw.
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

  /// For generated code: a constructor threw that may have been given too little.
  ///
  /// @param missing the components that the payload does not have, in words
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
                + "; a @DefaultValue can say otherwise",
            cause);
  }

  /// An error leaves a field or an element, so that its path begins with that; or the stack is used
  /// up there.
  public static SerializationException within(Throwable error, String step) {
    return error instanceof SerializationException already
        ? Errors.within(already, step)
        : Errors.within(stackTooSmall((StackOverflowError) error), step);
  }

  /// For generated code: something leaves the field with this number.
  public static Throwable leaving(Throwable thrown, int field, String[] names) {
    return thrown instanceof SerializationException || thrown instanceof StackOverflowError
        ? within(thrown, names[field])
        : thrown;
  }

  /// For generated code: something leaves the element with this index.
  public static Throwable leaving(Throwable thrown, int index) {
    return switch (thrown) {
      case SerializationException error -> Errors.within(error, "[" + index + "]");
      case StackOverflowError error -> within(error, "[" + index + "]");
      case ClassCastException error -> undeclared(error, index);
      default -> thrown;
    };
  }
}
