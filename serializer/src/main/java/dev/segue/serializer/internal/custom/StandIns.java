// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.jdk.ValueParts;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import org.jspecify.annotations.Nullable;

/// Writes the replacement of an object as one part: its surrogate, or the result of `writeReplace`.
/// The replacement must not lead back to the object: that would never end, or, with references, be
/// a cycle that cannot be read.
final class StandIns {

  // Kept in a field, so that its class is loaded while there is stack space left.
  private static final Kind TOO_DEEP = Kind.TOO_DEEP;

  private final String what;
  private final ValueParts parts;
  private final TypeRegistry registry;
  private final String endless;

  /// @param what the name of the method that returns the replacement, for errors
  /// @param type the class of the objects
  StandIns(String what, Class<?> type, ValueParts parts, TypeRegistry registry) {
    this.what = what;
    this.parts = parts;
    this.registry = registry;
    this.endless =
        "%s returned an object that is replaced too, by a TypeSurrogate or writeReplace, beyond the"
                .formatted(what)
            + " maximum depth; if this leads back to a %s, return a type without a TypeSurrogate,"
                .formatted(type.getName())
            + " such as a record or new ArrayList<>(...)";
  }

  @SuppressWarnings("ReferenceEquality") // compares identities on purpose
  long write(
      Object value,
      @Nullable Object standIn,
      PayloadBuffer buffer,
      long position,
      long limit,
      int depth) {
    if (standIn == value) {
      throw Errors.of(
          Kind.HOOK_FAILED,
          what
              + " returned the object itself, an instance of its own type; return a copy of another"
              + " type, such as a record or new ArrayList<>(...)");
    }
    return writePart(value, standIn, buffer, position, limit, depth);
  }

  private long writePart(
      Object value,
      @Nullable Object standIn,
      PayloadBuffer buffer,
      long position,
      long limit,
      int depth) {
    try {
      @Nullable Object[] part = {standIn};
      return parts.writeOf(value, part, buffer, position, limit, depth);
    } catch (SerializationException e) {
      throw e.kind() == TOO_DEEP && isConverted(standIn) ? Errors.of(TOO_DEEP, endless, e) : e;
    } catch (StackOverflowError e) {
      // Calls no other method, since there may be very little stack space left.
      if (isConverted(standIn)) {
        throw Errors.of(TOO_DEEP, endless, e);
      }
      throw e;
    }
  }

  /// Whether replacements can have replacements.
  private boolean isConverted(@Nullable Object standIn) {
    if (standIn == null) {
      return false;
    }
    ObjectCodec codec = registry.entryOf(standIn).codec();
    return codec instanceof SurrogateCodec || codec instanceof HookCodec;
  }
}
