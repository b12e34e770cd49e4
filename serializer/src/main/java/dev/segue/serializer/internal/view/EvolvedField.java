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

/// A field that the writer of a payload has as another type, or not at all: what a view's method
/// returns of it. The value is made as it is for an object. Where the method wants to look into it,
/// it is written again, as this side writes it, and looked at there.
public final class EvolvedField {

  /// Where a value comes from.
  sealed interface Origin {

    /// The writer has no such field.
    ///
    /// @param said what makes its default, if it says one
    /// @param zero what it is else
    record Missing(@Nullable Supplier<Object> said, @Nullable Object zero) implements Origin {
      @Nullable Object value() {
        return said == null ? zero : said.get();
      }
    }

    /// The writer has it.
    record Written(ObjectLayout owner, ViewedValue leaf, @Nullable Conversion conversion)
        implements Origin {}
  }

  /// How a value is looked into.
  ///
  /// @param rest what is read of an object of this side that has the field alone
  record Stage(PartWriter writer, Accessor rest) {}

  private final Origin origin;
  private final ViewedValue own;
  private final Class<?> result;
  private final @Nullable Stage stage;

  /// What is looked at if the writer has no such field.
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

  /// Reads it.
  ///
  /// @param method its number, under which the view keeps what is reused
  /// @param start where the object begins that has the field
  /// @param end where that ends
  /// @param index of an element, for methods that take one
  /// @return what the method returns; null also where that is a primitive
  public @Nullable Object read(ViewBase view, int method, long start, long end, int index) {
    if (stage != null) {
      byte[] bytes = missing;
      return look(
          stage,
          bytes == null ? stage.writer.write(value(view, start, end)) : bytes,
          view,
          method,
          index);
    }
    Object value = value(view, start, end);
    if (own instanceof ViewedValue.Presence) {
      return value != null;
    }
    if (value != null && !result.isInstance(value)) {
      throw Errors.of(
          Kind.TYPE_MISMATCH,
          "a " + value.getClass().getName() + " where the view's method returns " + result,
          start);
    }
    return value;
  }

  private @Nullable Object value(ViewBase view, long start, long end) {
    return switch (origin) {
      case Origin.Missing lacking -> lacking.value();
      case Origin.Written(var owner, var leaf, var conversion) -> {
        Object value = new LeafReader(view).value(leaf, owner, 0, start, end, 0);
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
    return new LeafReader(staged).value(stage.rest, index);
  }
}
