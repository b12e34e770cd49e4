// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.Conversions;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.Generics;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.schema.ValueSchema;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Determines how values of a writer's field are read for a field of the reader: their shape, and
/// whether they have to be converted.
final class Resolver {

  /// @param shape the shape for reading the values
  /// @param fits whether the target can hold them as they are; otherwise they are converted
  record Resolved(Shape shape, boolean fits) {}

  private final SchemaDocument document;
  private final Map<String, TypeSchema> byName = new HashMap<>();
  private final LocalTypes locals;
  private final boolean nullIfUnknown;
  private final TypeArguments arguments;
  private final EnumMatching enums;

  /// The reader's classes that match several of the writer's classes.
  private final Set<Class<?>> ambiguous = new HashSet<>();

  Resolver(SchemaDocument document, LocalTypes locals, boolean nullIfUnknown) {
    this.document = document;
    this.locals = locals;
    this.nullIfUnknown = nullIfUnknown;
    this.arguments = new TypeArguments(locals::of);
    this.enums = new EnumMatching(nullIfUnknown);
    Set<Class<?>> seen = new HashSet<>();
    for (TypeSchema type : document.types()) {
      byName.put(type.name(), type);
      LocalType local = locals.named(type.name());
      if (local != null && !seen.add(local.type())) {
        ambiguous.add(local.type());
      }
    }
  }

  /// Whether a class of the reader matches several of the writer's classes.
  boolean isAmbiguous(Class<?> type) {
    return ambiguous.contains(type);
  }

  /// The shape for skipping values.
  Shape skipped(ValueSchema written) {
    return natural(written, Object.class).shape();
  }

  /// The shape for reading values of a field.
  ///
  /// @throws SerializationException if the field cannot hold them even if they are converted
  Resolved field(ValueSchema written, Field target, Class<?> in) {
    Type type = Generics.typeOf(target, in);
    Resolved resolved = natural(written, type);
    if (written instanceof ValueSchema.Any && Shapes.erasure(type) != target.getType()) {
      return new Resolved(new Shape.Any(Object.class), false);
    }
    if (resolved.fits()) {
      return resolved;
    }
    if (!isPossible(written, type)) {
      String name = nameOf(written);
      throw name == null || target.getType().isPrimitive()
          ? Changes.field(written, target, type, in.getName())
          : Changes.renamed(name, target, type, in.getName());
    }
    return resolved;
  }

  /// The converter for values that do not fit a field.
  Converter converter(Field target, Class<?> in) {
    return converter(FieldModel.qualifiedName(target), Generics.typeOf(target, in));
  }

  private Converter converter(String name, Type type) {
    Options options = locals.registry().options();
    return new Converter(name, type, arguments, options, nullIfUnknown);
  }

  /// The conversions for the elements, or keys and values, of a class that extends a JDK container,
  /// and for the fields of a class whose fields are not in the schema.
  Conversions conversions(Class<?> type) {
    List<Type> elements = Generics.elements(type);
    List<Conversion> made =
        elements.stream()
            .<Conversion>map(element -> converter("an element of " + type.getSimpleName(), element))
            .toList();
    return new Conversions(
        elements.stream().anyMatch(Generics::isConstraint) ? made : List.of(),
        field -> new Conversion.Named(converter(field, type), FieldModel.qualifiedName(field)));
  }

  private static @Nullable String nameOf(ValueSchema written) {
    return switch (written) {
      case ValueSchema.Bean bean -> bean.className();
      case ValueSchema.Constant constant -> constant.enumName();
      default -> null;
    };
  }

  private Resolved natural(ValueSchema written, Type target) {
    Class<?> raw = Shapes.erasure(target);
    return switch (written) {
      case ValueSchema.Primitive(PrimitiveKind kind) ->
          new Resolved(new Shape.Primitive(kind), raw == kind.primitive());
      case ValueSchema.Boxed(PrimitiveKind kind) ->
          new Resolved(new Shape.Boxed(kind), raw.isAssignableFrom(kind.box()));
      case ValueSchema.Text _ -> new Resolved(new Shape.Text(), raw.isAssignableFrom(String.class));
      case ValueSchema.PrimitiveArray(PrimitiveKind kind) ->
          new Resolved(new Shape.PrimitiveArray(kind), raw.isAssignableFrom(kind.arrayType()));
      case ValueSchema.Constant constant -> constant(constant, raw);
      case ValueSchema.Any _ -> any(target, raw);
      case ValueSchema.Bean bean -> {
        Resolved resolved = bean(bean, raw);
        boolean isKnown = locals.named(bean.className()) != null;
        yield isKnown && Generics.constrains(target)
            ? new Resolved(resolved.shape(), false)
            : resolved;
      }
      case ValueSchema.ObjectArray array -> array(array, target, raw);
      case ValueSchema.Sequence list -> sequence(list, target, raw);
      case ValueSchema.Mapping map -> mapping(map, target, raw);
    };
  }

  /// A value whose class is known only when it is read.
  private Resolved any(Type target, Class<?> raw) {
    Shape own = locals.shapes().of(target);
    return own instanceof Shape.Any || own instanceof Shape.Bean
        ? new Resolved(new Shape.Any(raw), !Generics.constrains(target))
        : new Resolved(new Shape.Any(Object.class), false);
  }

  private Resolved bean(ValueSchema.Bean bean, Class<?> raw) {
    TypeSchema type =
        Objects.requireNonNull(byName.get(bean.className()), "the decoder checked the name");
    LocalType local = locals.named(type.name());
    if (local == null) {
      return new Resolved(new Shape.Foreign(type.number(), raw), !raw.isPrimitive());
    }
    Class<?> here = local.type();
    Shape shape =
        local.kind() != TypeSchema.Kind.PLAIN || ambiguous.contains(here)
            ? new Shape.Foreign(type.number(), here)
            : new Shape.Bean(here);
    return new Resolved(shape, raw.isAssignableFrom(here));
  }

  private Resolved constant(ValueSchema.Constant constant, Class<?> raw) {
    TypeSchema type =
        Objects.requireNonNull(byName.get(constant.enumName()), "the decoder checked the name");
    if (raw == String.class) {
      return new Resolved(new Shape.EnumConstant(constants(type, String.class)), true);
    }
    LocalType local = locals.named(type.name());
    Class<?> here =
        raw.isEnum() && Markings.isCalled(raw, type.name())
            ? raw
            : local == null ? null : local.type();
    if (here == null || !here.isEnum()) {
      Shape none = new Shape.EnumConstant(constants(type, Enum.class));
      return new Resolved(none, !raw.isEnum() && !raw.isPrimitive());
    }
    return new Resolved(new Shape.EnumConstant(constants(type, here)), raw.isAssignableFrom(here));
  }

  /// The reader's values for the constants of a writer's enum, see [EnumMatching].
  EnumConstants constants(TypeSchema written, Class<?> here) {
    return enums.constants(written, here);
  }

  private Resolved array(ValueSchema.ObjectArray array, Type target, Class<?> raw) {
    boolean isArray = raw.isArray() && !raw.componentType().isPrimitive();
    Type hint = isArray || isContainer(raw) ? ElementTypes.of(target) : Object.class;
    Resolved element = natural(array.element(), hint);
    if (isArray && element.fits()) {
      return new Resolved(
          new Shape.ObjectArray(Generics.leastArray(target), element.shape()), true);
    }
    Shape shape = element.shape();
    Class<?> component =
        shape instanceof Shape.Foreign || shape instanceof Shape.EnumConstant
            ? Object.class
            : shape.type();
    Class<?> type = component.arrayType();
    return new Resolved(
        new Shape.ObjectArray(type, shape), raw.isAssignableFrom(type) && element.fits());
  }

  private static boolean isContainer(Class<?> raw) {
    return raw.isArray()
        || Collection.class.isAssignableFrom(raw)
        || raw == Iterable.class
        || raw == Optional.class;
  }

  private Resolved sequence(ValueSchema.Sequence list, Type target, Class<?> raw) {
    Resolved element =
        natural(list.element(), isContainer(raw) ? ElementTypes.of(target) : Object.class);
    Class<?> usual = usual(list.declared());
    if (raw == list.declared() && element.fits() && isMade(usual, element.shape())) {
      return new Resolved(new Shape.Sequence(raw, usual, element.shape()), true);
    }
    Class<?> least = usual == Optional.class ? usual : Collection.class;
    return new Resolved(
        new Shape.Sequence(least, usual, element.shape()),
        raw.isAssignableFrom(least) && element.fits());
  }

  private Resolved mapping(ValueSchema.Mapping map, Type target, Class<?> raw) {
    boolean isMap = ElementTypes.isMap(raw);
    Resolved key = natural(map.key(), isMap ? ElementTypes.ofKeys(target) : Object.class);
    Resolved value = natural(map.value(), isMap ? ElementTypes.ofValues(target) : Object.class);
    Class<?> usual = usual(map.declared());
    boolean fit = key.fits() && value.fits();
    if (raw == map.declared() && fit && isMade(usual, key.shape())) {
      return new Resolved(new Shape.Mapping(raw, usual, key.shape(), value.shape()), true);
    }
    return new Resolved(
        new Shape.Mapping(Map.class, usual, key.shape(), value.shape()),
        raw.isAssignableFrom(Map.class) && fit);
  }

  /// Whether the usual container can be created: `EnumSet` and `EnumMap` cannot if the enum is
  /// unknown or is read as the names of its constants.
  private static boolean isMade(Class<?> usual, Shape first) {
    return !Shapes.isOfConstants(usual) || first.type().isEnum();
  }

  private static Class<?> usual(Class<?> declared) {
    return Objects.requireNonNull(
        Shapes.usualClass(declared), "the decoder accepts only known containers");
  }

  /// Whether values fit, or can be converted.
  private boolean isPossible(ValueSchema written, Type target) {
    Class<?> raw = Shapes.erasure(target);
    return natural(written, target).fits()
        || switch (written) {
          case ValueSchema.Any _ -> true;
          case ValueSchema.Primitive(PrimitiveKind kind) -> isWider(kind, raw);
          case ValueSchema.Boxed(PrimitiveKind kind) -> isWider(kind, raw);
          case ValueSchema.PrimitiveArray(PrimitiveKind kind) ->
              holdsElements(new ValueSchema.Primitive(kind), target, raw);
          case ValueSchema.ObjectArray array -> holdsElements(array.element(), target, raw);
          case ValueSchema.Sequence list
              when list.declared() == Optional.class && raw == Optional.class ->
              isPossible(list.element(), ElementTypes.of(target));
          case ValueSchema.Sequence list -> holdsElements(list.element(), target, raw);
          case ValueSchema.Mapping map ->
              ElementTypes.isMap(raw)
                  && Containers.map(raw, target, null) != null
                  && isPossible(map.key(), ElementTypes.ofKeys(target))
                  && isPossible(map.value(), ElementTypes.ofValues(target));
          case ValueSchema.Bean bean -> bean(bean, raw).fits();
          case ValueSchema.Text _, ValueSchema.Constant _ -> false;
        };
  }

  private static boolean isWider(PrimitiveKind from, Class<?> raw) {
    PrimitiveKind primitive = PrimitiveKind.ofPrimitive(raw);
    PrimitiveKind to = primitive == null ? PrimitiveKind.ofBox(raw) : primitive;
    return to == from
        || raw.isAssignableFrom(from.box())
        || (to != null && Conversion.Widening.isLossless(from, to))
        || (Converter.isIntegral(from) && (raw == BigInteger.class || raw == BigDecimal.class));
  }

  private boolean holdsElements(ValueSchema element, Type target, Class<?> raw) {
    boolean holds =
        raw.isArray()
            || (Collection.class.isAssignableFrom(raw)
                && Containers.collection(raw, target, null) != null)
            || raw == Iterable.class;
    return holds && isPossible(element, ElementTypes.of(target));
  }

  /// The types with a number: all types except enums that are not registered.
  List<TypeSchema> numbered() {
    return document.types().stream().filter(type -> type.number() != 0).toList();
  }
}
