// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.evolution;

import dev.segue.serializer.exec.Access;
import dev.segue.serializer.model.ClassModel;
import dev.segue.serializer.model.FieldModel;
import dev.segue.serializer.model.Generics;
import dev.segue.serializer.model.PrimitiveKind;
import dev.segue.serializer.model.Shapes;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Dictionary;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Holds what was read against type arguments that the bytes do not know of: the field of a
/// `Page<Long>` whose class declares it as `T` must hold a `Long`. Nothing is converted: the
/// objects may be shared, and where they hash by what they hold, they are in containers by now.
final class TypeArguments {

  private final Function<Class<?>, @Nullable LocalType> types;
  private final Map<Use, List<Part>> parts = new ConcurrentHashMap<>();

  /// A class of objects that are declared as of a type.
  private record Use(Class<?> of, Type declared) {}

  /// A field that depends on type arguments.
  ///
  /// @param type what it must hold
  private record Part(Field field, MethodHandle getter, Type type) {

    @Nullable Object of(Object owner) {
      try {
        return getter.invoke(owner);
      } catch (Throwable e) {
        throw new AssertionError("a field is read", e);
      }
    }
  }

  /// @param types the registered classes
  TypeArguments(Function<Class<?>, @Nullable LocalType> types) {
    this.types = types;
  }

  boolean isRegistered(Class<?> type) {
    return types.apply(type) != null;
  }

  /// Checks what an object holds, and what that holds.
  ///
  /// @param type what it was declared as, with type arguments
  /// @param name of the field that declares it
  /// @throws dev.segue.serializer.SerializationException if something cannot be what it would be
  ///   taken for
  void check(Object value, Type type, String name) {
    new Walk().check(value, type, name);
  }

  private List<Part> parts(Class<?> of, Type declared) {
    return parts.computeIfAbsent(new Use(of, declared), this::find);
  }

  private List<Part> find(Use use) {
    LocalType type = types.apply(use.of);
    ClassModel model = type == null ? null : type.model();
    Map<TypeVariable<?>, Type> parameters = Generics.parameters(use.of, use.declared);
    if (model == null || parameters.isEmpty()) {
      return List.of();
    }
    List<Part> found = new ArrayList<>();
    for (Field field : model.components()) {
      Type open = Generics.typeOf(field, use.of);
      Type known = Generics.resolve(open, parameters);
      if (!known.equals(open)) {
        found.add(new Part(field, Access.getter(field), known));
      }
    }
    return found;
  }

  /// One way through objects, by each of them once.
  private final class Walk {

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    void check(@Nullable Object value, Type type, String name) {
      if (value == null) {
        return;
      }
      Class<?> raw = Shapes.erasure(type);
      if (raw.isArray() && !raw.componentType().isPrimitive()) {
        checkArray(value, raw, type, name);
        return;
      }
      PrimitiveKind primitive = PrimitiveKind.ofPrimitive(raw);
      if (!(primitive == null ? raw : primitive.box()).isInstance(value)) {
        throw Changes.value(value, name, raw.getTypeName());
      }
      if (!Generics.constrains(type) || !seen.add(value)) {
        return;
      }
      if (value instanceof Collection<?> elements && Iterable.class.isAssignableFrom(raw)) {
        checkAll(elements, Generics.argument(type, Iterable.class, 0), name);
      } else if (value instanceof Map<?, ?> map && isMap(raw)) {
        checkAll(map.keySet(), Generics.argument(type, Map.class, 0), name);
        checkAll(map.values(), Generics.argument(type, Map.class, 1), name);
      } else {
        Object _ =
            Holders.converted(
                value,
                type,
                (part, of) -> {
                  check(part, of, name);
                  return part;
                });
      }
      for (Part part : parts(value.getClass(), type)) {
        check(part.of(value), part.type, FieldModel.qualifiedName(part.field));
      }
    }

    private boolean isMap(Class<?> raw) {
      return Map.class.isAssignableFrom(raw) || raw == Dictionary.class;
    }

    private void checkAll(Collection<?> values, Type type, String name) {
      for (Object value : values) {
        check(value, type, name);
      }
    }

    /// Generic code makes arrays of what its type variables are at least.
    private void checkArray(Object array, Class<?> raw, Type type, String name) {
      if (!array.getClass().isArray() || array.getClass().componentType().isPrimitive()) {
        throw Changes.value(array, name, raw.getTypeName());
      }
      Type element = Objects.requireNonNull(Converter.element(type));
      for (int i = 0; i < Array.getLength(array); i++) {
        check(Array.get(array, i), element, name);
      }
    }
  }
}
