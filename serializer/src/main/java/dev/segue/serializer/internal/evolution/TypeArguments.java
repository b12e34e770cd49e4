// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.codec.FieldAccess;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.Generics;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shapes;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Checks objects that were read against type arguments, which payloads do not contain: a field of
/// a `Page<Long>` whose class declares it as `T` must hold a `Long`, and a root that is read as a
/// `List<Order>` only orders. Nothing is converted, since the objects can be shared, and can
/// already be keys in hash containers.
public final class TypeArguments {

  /// The maximum number of declared types of one object; a cycle of generic objects can have
  /// infinitely many.
  private static final int MOST_TYPES = 8;

  private static final int NO_STEP = -1;
  private static final int FIELD = -2;

  private static final Class<?> COPIES = Collections.nCopies(1, 1).getClass();

  private final Function<Class<?>, @Nullable LocalType> types;
  private final Map<Use, Checks> checks = new ConcurrentHashMap<>();

  /// The registered types by class.
  private static final class Registered implements Function<Class<?>, @Nullable LocalType> {

    private final Map<Class<?>, LocalType> byClass = new HashMap<>();

    Registered(Collection<LocalType> types) {
      for (LocalType type : types) {
        byClass.put(type.type(), type);
      }
    }

    @Override
    public @Nullable LocalType apply(Class<?> type) {
      return byClass.get(type);
    }
  }

  /// The class of an object, and its declared type.
  private record Use(Class<?> of, Type declared) {}

  /// A field that depends on type arguments.
  ///
  /// @param type the type that its value must have
  private record Part(Field field, FieldAccess access, Type type) {}

  /// The requirements of a declared type for the objects of a class.
  ///
  /// @param areRefused whether the class has other type arguments than the declared type
  /// @param parts the fields that depend on type arguments
  private record Checks(boolean areRefused, List<Part> parts) {}

  /// The requirements of a declaration.
  ///
  /// @param expected the class of the values; for an array of a type variable, the array class of
  ///   its bound, since generic code creates such arrays
  /// @param isOpen whether the contents of the values are also checked
  private record Claim(Type type, Class<?> raw, Class<?> expected, boolean isOpen) {

    static Claim of(Type type) {
      Class<?> raw = Shapes.erasure(type);
      PrimitiveKind primitive = PrimitiveKind.ofPrimitive(raw);
      Class<?> expected = primitive == null ? Generics.leastArray(type) : primitive.box();
      boolean isOpen = Generics.constrains(type) || (primitive == null && expected != raw);
      return new Claim(type, raw, expected, isOpen);
    }
  }

  /// A visited object.
  ///
  /// @param type its declared type
  /// @param name the name of the field that declares it
  /// @param owner the visit of its holder; null for the first object
  /// @param index its index in the holder, or [#FIELD], or [#NO_STEP]
  private record Visit(Object value, Type type, String name, @Nullable Visit owner, int index) {}

  /// Creates the error for a value that is not of its declared type.
  private interface Refusal {
    SerializationException of(Object value, String name, Class<?> expected);

    /// The class of the value has other type arguments.
    SerializationException of(Object value, String name, Type expected);
  }

  /// The value of a field that was written by another version of its class.
  private static final class OfField implements Refusal {

    @Override
    public SerializationException of(Object value, String name, Class<?> expected) {
      return Changes.value(value, name, expected.getTypeName());
    }

    @Override
    public SerializationException of(Object value, String name, Type expected) {
      return Changes.value(value, name, Generics.describe(expected));
    }
  }

  /// The root, or a value inside it.
  private static final class OfRoot implements Refusal {

    @Override
    public SerializationException of(Object value, String name, Class<?> expected) {
      return Failures.typeMismatch(value.getClass(), expected, SerializationException.NO_OFFSET);
    }

    @Override
    public SerializationException of(Object value, String name, Type expected) {
      return Errors.of(
          Kind.TYPE_MISMATCH,
          "the payload holds a %s, not a %s"
              .formatted(value.getClass().getName(), Generics.describe(expected)));
    }
  }

  /// @param types the registered classes
  public TypeArguments(Function<Class<?>, @Nullable LocalType> types) {
    this.types = types;
  }

  /// @param types the registered classes
  public TypeArguments(Collection<LocalType> types) {
    this(new Registered(types));
  }

  boolean isRegistered(Class<?> type) {
    return types.apply(type) != null;
  }

  /// Checks the contents of an object that was written by another version of its class,
  /// recursively.
  ///
  /// @param type its declared type, with type arguments
  /// @param name the name of the field that declares it
  /// @throws SerializationException if an object is not of its declared type
  void check(Object value, Type type, String name) {
    new Walk(new OfField()).run(value, type, name);
  }

  /// Checks a root and its contents, recursively.
  ///
  /// @param type the requested type
  /// @throws SerializationException of the kind `TYPE_MISMATCH`, with the path to an object that is
  ///   not of its type
  public void checkRoot(Object root, Type type) {
    new Walk(new OfRoot()).run(root, type, "");
  }

  private Checks checks(Class<?> of, Type declared) {
    return checks.computeIfAbsent(new Use(of, declared), this::find);
  }

  /// The elements of a container are checked individually.
  private Checks find(Use use) {
    boolean isContainer =
        Collection.class.isAssignableFrom(use.of) || Map.class.isAssignableFrom(use.of);
    return new Checks(!isContainer && Generics.contradicts(use.of, use.declared), parts(use));
  }

  private List<Part> parts(Use use) {
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
        found.add(new Part(field, FieldAccess.reading(field), known));
      }
    }
    return found;
  }

  /// One traversal, which visits each object once for each of its declared types. It is not
  /// recursive, since chains of objects with back references can be deeper than the stack.
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

    /// Checks a value itself; its contents are checked later.
    ///
    /// @param name the name of the field that declares it
    private void check(
        @Nullable Object value, Claim claim, String name, @Nullable Visit owner, int index) {
      if (value == null) {
        return;
      }
      if (!claim.expected.isInstance(value)) {
        SerializationException error = refusal.of(value, name, claim.raw);
        throw within(error, new Visit(value, claim.type, name, owner, index));
      }
      if (claim.isOpen && checks(value.getClass(), claim.type).areRefused) {
        SerializationException error = refusal.of(value, name, claim.type);
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
      for (Part part : checks(visit.value.getClass(), visit.type).parts) {
        String name = FieldModel.qualifiedName(part.field);
        check(part.access.get(visit.value), Claim.of(part.type), name, visit, FIELD);
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
          return; // all elements are the same object, possibly two billion times
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
