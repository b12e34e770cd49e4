// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.payload.PartWriter;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads a field that the writer of a payload has with another type, or lacks. The value is created
/// and converted as for an object. If the method returns a part of the value, the value is written
/// again in the reader's layout, and the part is read from those bytes.
public final class EvolvedField {

  /// The source of a value.
  sealed interface Origin {

    /// The writer lacks the field.
    ///
    /// @param declared supplies the default that the class declares, if any
    /// @param zero the value if the class declares no default
    record Missing(@Nullable Supplier<Object> declared, @Nullable Object zero) implements Origin {
      @Nullable Object value() {
        return declared == null ? zero : declared.get();
      }
    }

    /// The writer has the field.
    record Written(ObjectLayout owner, ViewedValue viewedValue, @Nullable Conversion conversion)
        implements Origin {}
  }

  /// Writes a value again and reads a part of it.
  ///
  /// @param rest reads the part, from a local object that has only this field
  record Stage(PartWriter writer, Accessor rest) {}

  private final Origin origin;
  private final ViewedValue own;
  private final Class<?> result;
  private final @Nullable Stage stage;

  /// The staged default of a field that the writer lacks.
  private byte @Nullable [] missing;

  EvolvedField(Origin origin, ViewedValue own, Class<?> result, @Nullable Stage stage) {
    PrimitiveKind primitive = PrimitiveKind.ofPrimitive(result);
    this.origin = origin;
    this.own = own;
    this.result = primitive == null ? result : primitive.box();
    this.stage = stage;
    if (stage != null && origin instanceof Origin.Missing lacking) {
      this.missing = stage.writer.write(lacking.value());
    }
  }

  /// Reads the field.
  ///
  /// @param method the number of the view's method; its reusable result is kept under this number
  /// @param start the position of the object that has the field
  /// @param end the position after the object
  /// @param index the index of the element, if the method has an index parameter
  /// @return the method's result; null even if the method returns a primitive
  public @Nullable Object read(ViewBase view, int method, long start, long end, int index) {
    if (stage != null) {
      byte[] bytes = missing == null ? stage.writer.write(value(view, start, end)) : missing;
      return look(stage, bytes, view, method, index);
    }
    Object value = value(view, start, end);
    if (own instanceof ViewedValue.Presence) {
      return value != null;
    }
    if (value != null && !result.isInstance(value)) {
      throw Errors.of(
          Kind.SCHEMA_MISMATCH,
          "the value is a "
              + value.getClass().getName()
              + ", but the view's method returns "
              + result.getName()
              + "; the writer has another version of the class",
          start);
    }
    return value;
  }

  private @Nullable Object value(ViewBase view, long start, long end) {
    return switch (origin) {
      case Origin.Missing lacking -> lacking.value();
      case Origin.Written(var owner, var viewedValue, var conversion) -> {
        Object value = new ViewedValueReader(view).value(viewedValue, owner, 0, start, end, 0);
        yield conversion == null ? value : conversion.convert(value);
      }
    };
  }

  private static @Nullable Object look(
      Stage stage, byte[] bytes, ViewBase view, int method, int index) {
    ViewBase staged = (ViewBase) ViewBase.kept(view, method);
    if (staged == null) {
      staged = new ViewBase(1) {};
      ViewBase.keep(view, method, staged);
    }
    ViewBase.point(staged, MemorySegment.ofArray(bytes), 0, 0, bytes.length);
    return new ViewedValueReader(staged).value(stage.rest, index);
  }
}
