// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.codec.Access;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.Generics;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shapes;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Holds what was read against type arguments that the bytes do not know of: the field of a
/// `Page<Long>` whose class declares it as `T` must hold a `Long`, and a root that is asked for as
/// a `List<Order>` nothing but orders. Nothing is converted: the objects may be shared, and where
/// they hash by what they hold, they are in containers by now.
public final class TypeArguments {

  /// Of an object that is declared as of ever more types, as a cycle of generic objects can be.
  private static final int MOST_TYPES = 8;

  private static final int NO_STEP = -1;
  private static final int FIELD = -2;

  private static final Class<?> COPIES = Collections.nCopies(1, 1).getClass();

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

  /// What a declaration says of values.
  ///
  /// @param expected the class they are of: where a type variable declares an array, generic code
  ///   makes it of what the variable is at least
  /// @param isOpen whether what they hold is to be checked, too
  private record Claim(Type type, Class<?> raw, Class<?> expected, boolean isOpen) {

    static Claim of(Type type) {
      Class<?> raw = Shapes.erasure(type);
      PrimitiveKind primitive = PrimitiveKind.ofPrimitive(raw);
      Class<?> expected = primitive == null ? Generics.leastArray(type) : primitive.box();
      boolean isOpen = Generics.constrains(type) || (primitive == null && expected != raw);
      return new Claim(type, raw, expected, isOpen);
    }
  }

  /// An object on the way.
  ///
  /// @param type what it is declared as
  /// @param name of the field that declares it
  /// @param owner what holds it; null of the object that the check began with
  /// @param index its index there, or [#FIELD], or [#NO_STEP]
  private record Visit(Object value, Type type, String name, @Nullable Visit owner, int index) {}

  /// Makes the error of a value that is not what it would be taken for.
  @FunctionalInterface
  private interface Refusal {
    SerializationException of(Object value, String name, Class<?> expected);
  }

  /// @param types the registered classes
  TypeArguments(Function<Class<?>, @Nullable LocalType> types) {
    this.types = types;
  }

  /// @param types the registered classes
  public TypeArguments(Collection<LocalType> types) {
    this(types.stream().collect(Collectors.toMap(LocalType::type, Function.identity()))::get);
  }

  boolean isRegistered(Class<?> type) {
    return types.apply(type) != null;
  }

  /// Checks what an object of another version of its class holds, and what that holds.
  ///
  /// @param type what it was declared as, with type arguments
  /// @param name of the field that declares it
  /// @throws SerializationException if something cannot be what it would be taken for
  void check(Object value, Type type, String name) {
    Refusal refusal = (found, field, now) -> Changes.value(found, field, now.getTypeName());
    new Walk(refusal).run(value, type, name);
  }

  /// Checks a root, and what it holds.
  ///
  /// @param type what it was asked for as
  /// @throws SerializationException of the kind `TYPE_MISMATCH`, with the path to what is of
  ///   another type than that says
  public void checkRoot(Object root, Type type) {
    Refusal refusal =
        (found, _, expected) ->
            Failures.typeMismatch(found.getClass(), expected, SerializationException.NO_OFFSET);
    new Walk(refusal).run(root, type, "");
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
    for (FieldModel written : model.fields()) {
      Field field = written.field();
      Type open = Generics.typeOf(field, use.of);
      Type known = Generics.resolve(open, parameters);
      if (!known.equals(open)) {
        found.add(new Part(field, Access.getter(field), known));
      }
    }
    return found;
  }

  /// One way through objects, by each of them once for each type that it is declared as. Without
  /// recursion: back references can make chains of objects that are longer than a stack is deep.
  private final class Walk {

    private final Refusal refusal;
    private final IdentityHashMap<Object, List<Type>> seen = new IdentityHashMap<>();
    private final Deque<Visit> waiting = new ArrayDeque<>();

    Walk(Refusal refusal) {
      this.refusal = refusal;
    }

    void run(Object value, Type type, String name) {
      check(value, Claim.of(type), name, null, NO_STEP);
      for (Visit next = waiting.poll(); next != null; next = waiting.poll()) {
        checkContents(next);
      }
    }

    /// Checks a value itself; what it holds is checked later.
    ///
    /// @param name of the field that declares it
    private void check(
        @Nullable Object value, Claim claim, String name, @Nullable Visit owner, int index) {
      if (value == null) {
        return;
      }
      if (!claim.expected.isInstance(value)) {
        SerializationException error = refusal.of(value, name, claim.raw);
        throw within(error, new Visit(value, claim.type, name, owner, index));
      }
      if (claim.isOpen && isNew(value, claim.type)) {
        waiting.add(new Visit(value, claim.type, name, owner, index));
      }
    }

    private boolean isNew(Object value, Type type) {
      List<Type> before = seen.computeIfAbsent(value, _ -> new ArrayList<>(1));
      boolean isNew = before.size() < MOST_TYPES && !before.contains(type);
      if (isNew) {
        before.add(type);
      }
      return isNew;
    }

    private void checkContents(Visit visit) {
      try {
        checkElements(visit);
      } catch (SerializationException e) {
        throw e;
      } catch (RuntimeException e) {
        String type = visit.value.getClass().getName();
        throw within(
            Errors.of(
                Kind.HOOK_FAILED,
                "a " + type + " threw " + e + " when its elements were checked",
                e),
            visit);
      }
      for (Part part : parts(visit.value.getClass(), visit.type)) {
        String name = FieldModel.qualifiedName(part.field);
        check(part.of(visit.value), Claim.of(part.type), name, visit, FIELD);
      }
    }

    private void checkElements(Visit visit) {
      Object value = visit.value;
      Type type = visit.type;
      Class<?> raw = Shapes.erasure(type);
      if (raw.isArray()) {
        checkArray(visit);
      } else if (value instanceof Collection<?> elements && Iterable.class.isAssignableFrom(raw)) {
        checkAll(elements, Generics.argument(type, Iterable.class, 0), visit);
      } else if (value instanceof Map<?, ?> map && ElementTypes.isMap(raw)) {
        checkAll(map.keySet(), ElementTypes.ofKeys(type), visit);
        checkAll(map.values(), ElementTypes.ofValues(type), visit);
      } else {
        List<@Nullable Object> held = new ArrayList<>();
        Object _ =
            Holders.converted(
                value,
                type,
                (part, of) -> {
                  check(part, Claim.of(of), visit.name, visit, held.size());
                  held.add(part);
                  return part;
                });
      }
    }

    private void checkAll(Collection<?> values, Type type, Visit owner) {
      Claim claim = Claim.of(type);
      int index = 0;
      for (Object value : values) {
        check(value, claim, owner.name, owner, index++);
        if (values.getClass() == COPIES) {
          return; // there can be two billion of the same
        }
      }
    }

    private void checkArray(Visit visit) {
      Claim claim = Claim.of(ElementTypes.of(visit.type));
      for (int i = 0; i < Array.getLength(visit.value); i++) {
        check(Array.get(visit.value, i), claim, visit.name, visit, i);
      }
    }

    private static SerializationException within(SerializationException error, Visit visit) {
      SerializationException located = error;
      for (Visit at = visit; at != null; at = at.owner) {
        if (at.index != NO_STEP) {
          located = Errors.within(located, at.index == FIELD ? at.name : "[" + at.index + "]");
        }
      }
      return located;
    }
  }
}
