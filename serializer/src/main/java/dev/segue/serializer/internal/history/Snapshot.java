// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import dev.segue.serializer.internal.evolution.LocalType;
import dev.segue.serializer.internal.evolution.LocalTypes;
import dev.segue.serializer.internal.evolution.Markings;
import dev.segue.serializer.internal.evolution.Settings;
import dev.segue.serializer.internal.evolution.StatedFields;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.Generics;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.schema.TypeSchema;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Describes the registered classes, and the enums that their fields declare. The result is the
/// same in each JVM.
public final class Snapshot {

  private final LocalTypes locals;
  private final Function<Class<?>, @Nullable Class<?>> surrogates;
  private final List<Described> types = new ArrayList<>();

  /// Enums that are only declared, by name. JDK enums are excluded, since they depend on the JDK
  /// version.
  private final Map<String, Class<?>> enums = new TreeMap<>();

  private Snapshot(LocalTypes locals, Function<Class<?>, @Nullable Class<?>> surrogates) {
    this.locals = locals;
    this.surrogates = surrogates;
  }

  /// @param surrogates returns the class that is written instead of a class with a surrogate
  public static Description of(
      LocalTypes locals, Function<Class<?>, @Nullable Class<?>> surrogates, Settings settings) {
    Snapshot snapshot = new Snapshot(locals, surrogates);
    locals.all().forEach(snapshot::add);
    for (Class<?> type : snapshot.enums.values()) {
      snapshot.types.add(snapshot.described(Sort.DECLARED_ENUM, type, constants(type)));
    }
    return Description.of(true, unknown(settings), snapshot.types);
  }

  private static Description.Unknown unknown(Settings settings) {
    return settings.nullIfUnknown()
        ? Description.Unknown.NULL
        : settings.keepUnknown() ? Description.Unknown.KEEP : Description.Unknown.FAIL;
  }

  private void add(LocalType local) {
    Class<?> type = local.type();
    List<Member> members =
        switch (local.kind()) {
          case PLAIN, EXTENSION, HOOKED, HOOKED_EXTENSION -> fields(type, fieldsOf(local.model()));
          case THROWABLE -> fields(type, statedFields(type));
          case ENUM -> constants(type);
          case ARRAY, CODEC, EXTERNALIZABLE, SERIALIZED -> List.of();
        };
    types.add(described(sort(type, local.kind()), type, members));
  }

  private static Sort sort(Class<?> type, TypeSchema.Kind kind) {
    return switch (kind) {
      case PLAIN -> type.isRecord() ? Sort.RECORD : Sort.CLASS;
      case EXTENSION -> Sort.CONTAINER;
      case HOOKED -> Sort.REPLACED;
      case HOOKED_EXTENSION -> Sort.REPLACED_CONTAINER;
      case ENUM -> Sort.ENUM;
      case ARRAY -> Sort.ARRAY;
      case CODEC -> Sort.SURROGATE;
      case THROWABLE -> Sort.THROWABLE;
      case EXTERNALIZABLE -> Sort.EXTERNALIZABLE;
      case SERIALIZED -> Sort.SERIALIZED;
    };
  }

  private Described described(Sort sort, Class<?> type, List<Member> members) {
    Class<?> surrogate = surrogates.apply(type);
    return new Described(
        sort,
        type.getTypeName(),
        type.isArray() ? List.of() : supertypes(type),
        surrogate == null ? null : Declared.of(surrogate),
        Markings.aliases(type),
        members);
  }

  private static Collection<Field> fieldsOf(@Nullable ClassModel model) {
    return Objects.requireNonNull(model, "it is written by its fields").fields().stream()
        .map(FieldModel::field)
        .toList();
  }

  private static Collection<Field> statedFields(Class<?> type) {
    return new StatedFields(type, Throwable.class)
        .written().values().stream()
            .filter(field -> !Generics.isOfTheJdk(field.getDeclaringClass()))
            .toList();
  }

  private List<Member> fields(Class<?> type, Collection<Field> fields) {
    List<Member> members = new ArrayList<>();
    for (Field field : fields) {
      Type declared = Generics.typeOf(field, type);
      addEnums(declared);
      members.add(
          new Member(
              field.getName(),
              field.getDeclaringClass().getName(),
              Declared.of(declared),
              Markings.aliases(field),
              Markings.defaultValue(field)));
    }
    return members;
  }

  private void addEnums(Type type) {
    switch (type) {
      case Class<?> raw -> {
        Class<?> element = Shapes.innermost(raw);
        if (element.isEnum() && !Generics.isOfTheJdk(element) && locals.of(element) == null) {
          enums.put(element.getName(), element);
        }
      }
      case ParameterizedType generic ->
          Arrays.stream(generic.getActualTypeArguments()).forEach(this::addEnums);
      case GenericArrayType array -> addEnums(array.getGenericComponentType());
      case WildcardType wildcard -> addEnums(wildcard.getUpperBounds()[0]);
      default -> addEnums(Shapes.erasure(type));
    }
  }

  private static List<Member> constants(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name())
        .map(name ->
            new Member(name, "", null, Markings.aliases(Markings.constant(type, name)), null))
        .toList();
  }

  private static List<Declared> supertypes(Class<?> type) {
    Set<Class<?>> classes = new LinkedHashSet<>();
    Map<String, Class<?>> interfaces = new TreeMap<>();
    for (Class<?> c = type; c != null; c = Generics.isOfTheJdk(c) ? null : c.getSuperclass()) {
      addInterfaces(c, interfaces);
      if (c != type && c != Object.class && c != Record.class && c != Enum.class) {
        classes.add(c);
      }
    }
    classes.addAll(interfaces.values());
    return classes.stream().map(supertype -> supertype(type, supertype)).toList();
  }

  private static void addInterfaces(Class<?> of, Map<String, Class<?>> interfaces) {
    if (Generics.isOfTheJdk(of)) {
      return;
    }
    for (Class<?> one : of.getInterfaces()) {
      if (interfaces.put(one.getName(), one) == null) {
        addInterfaces(one, interfaces);
      }
    }
  }

  private static Declared supertype(Class<?> type, Class<?> supertype) {
    return new Declared(
        supertype.getName(),
        IntStream.range(0, supertype.getTypeParameters().length)
            .mapToObj(i -> Declared.of(Generics.argument(type, supertype, i)))
            .toList());
  }
}
