// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.EqualKeys;
import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.Generics;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shapes;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Converts a written value to the type of a field: unchanged, widened, or in another kind of
/// container. Conversions lose nothing; values that cannot be converted are errors.
///
/// @param name the field's name, for errors
/// @param type the field's type, resolved with the type arguments of superclasses
/// @param arguments the checks of objects of generic classes
/// @param options the options that apply to containers
/// @param nullIfUnknown whether a null can stand for a value that the reader does not know
@SuppressWarnings("ReferenceEquality") // a value that is unchanged is kept
record Converter(
    String name, Type type, TypeArguments arguments, Options options, boolean nullIfUnknown)
    implements Conversion {

  private static final Class<?> COPIES = Collections.nCopies(1, 1).getClass();

  /// The maximum length of a `Collections.nCopies` list that is converted to another container:
  /// copies take no memory in the list, but do in the container.
  private static final int MOST_COPIES = 256;

  @Override
  public @Nullable Object convert(@Nullable Object value) {
    return to(value, type);
  }

  /// Converts an array whose component type is a type variable, and which generic code has created
  /// as an array of the variable's bound.
  private Object variables(@Nullable Object[] array, Class<?> least, Type element) {
    @Nullable Object[] made = null;
    for (int i = 0; i < array.length; i++) {
      Object converted = to(array[i], element);
      if (converted != array[i] && made == null) {
        made = Arrays.copyOf(array, array.length, least.asSubclass(Object[].class));
      }
      if (made != null) {
        made[i] = converted;
      }
    }
    return made == null ? array : made;
  }

  private @Nullable Object to(@Nullable Object value, Type type) {
    Class<?> raw = Shapes.erasure(type);
    PrimitiveKind primitive = PrimitiveKind.ofPrimitive(raw);
    if (value == null) {
      if (primitive != null) {
        throw Changes.noNull(name, raw.getName());
      }
      return null;
    }
    Class<?> target = primitive == null ? raw : primitive.box();
    if (raw.isArray()) {
      Class<?> least = Generics.leastArray(type);
      return least != raw && value.getClass() == least
          ? variables((Object[]) value, least, ElementTypes.of(type))
          : array(value, raw.componentType(), ElementTypes.of(type));
    }
    if (Collection.class.isAssignableFrom(raw) || (raw == Iterable.class && isOfElements(value))) {
      return collection(value, raw, type);
    }
    if (ElementTypes.isMap(raw)) {
      return map(value, raw, type);
    }
    if (!target.isInstance(value)) {
      return scalar(value, target);
    }
    if (!Generics.constrains(type)) {
      return value;
    }
    Object held = Holders.converted(value, type, this::to);
    if (held == null) {
      arguments.check(value, type, name);
    }
    return held == null ? value : held;
  }

  private Object scalar(Object value, Class<?> target) {
    PrimitiveKind from = PrimitiveKind.ofBox(value.getClass());
    PrimitiveKind to = PrimitiveKind.ofBox(target);
    if (from != null && to != null && Conversion.Widening.isLossless(from, to)) {
      return new Conversion.Widening(from, to).convert(value);
    }
    if (from != null && isIntegral(from)) {
      long number = ((Number) value).longValue();
      if (target == BigInteger.class) {
        return BigInteger.valueOf(number);
      }
      if (target == BigDecimal.class) {
        return BigDecimal.valueOf(number);
      }
    }
    if (value instanceof BigInteger number && target == BigDecimal.class) {
      return new BigDecimal(number);
    }
    throw refused(value, target);
  }

  private static boolean isOfElements(Object value) {
    return value instanceof Collection || value instanceof Optional || value.getClass().isArray();
  }

  static boolean isIntegral(PrimitiveKind kind) {
    return kind == PrimitiveKind.BYTE
        || kind == PrimitiveKind.SHORT
        || kind == PrimitiveKind.INT
        || kind == PrimitiveKind.LONG;
  }

  private SerializationException refused(Object value, Class<?> target) {
    return Changes.value(value, name, target.getTypeName());
  }

  private Object array(Object value, Class<?> component, Type element) {
    Collection<?> elements = elements(value, component.arrayType());
    Object array = Array.newInstance(component, elements.size());
    int i = 0;
    boolean same = array.getClass() == value.getClass();
    for (Object one : elements) {
      Object converted = to(one, element);
      same &= converted == one;
      try {
        Array.set(array, i++, converted);
      } catch (IllegalArgumentException e) {
        throw refused(value, array.getClass());
      }
    }
    return same && !component.isPrimitive() ? value : array;
  }

  private Object collection(Object value, Class<?> raw, Type type) {
    Type element = ElementTypes.of(type);
    Collection<?> elements = elements(value, raw);
    if (value.getClass() == COPIES && raw.isInstance(value)) {
      return copies((List<?>) value, element);
    }
    List<@Nullable Object> converted = new ArrayList<>(elements.size());
    boolean same = raw.isInstance(value);
    for (Object one : elements) {
      Object to = to(one, element);
      same &= to == one;
      converted.add(to);
    }
    if (same) {
      return checked(value, type);
    }
    Collection<@Nullable Object> made = made(Containers.collection(raw, type, value), value, raw);
    HashGuard guard = HashGuard.of(made, converted.size(), options.mostCollidingConverted());
    try {
      for (Object one : converted) {
        if (one == null && nullIfUnknown && made instanceof Set) {
          throw Changes.unknownNull(name, raw.getTypeName());
        }
        // Only distinct elements count as collisions, since lists can contain duplicates.
        if (made.add(one)) {
          HashGuard.checkIfAny(guard, one);
        }
      }
      Collection<@Nullable Object> finished =
          Containers.finished(made, raw, value, options.mostCompared());
      if (value instanceof Set && finished instanceof Set) {
        requireDistinct(finished, converted, new ArrayList<>(elements));
      }
      return finished;
    } catch (RuntimeException e) {
      throw notAdded(e, value, raw);
    }
  }

  /// Converts the element of `Collections.nCopies`.
  private Object copies(List<?> copies, Type element) {
    Object one = copies.isEmpty() ? null : copies.getFirst();
    Object to = to(one, element);
    return to == one ? copies : Collections.nCopies(copies.size(), to);
  }

  private SerializationException notAdded(RuntimeException e, Object value, Class<?> raw) {
    return e instanceof NullPointerException || e instanceof ClassCastException
        ? refused(value, raw)
        : Failures.container(e, SerializationException.NO_OFFSET);
  }

  /// Checks the fields of a registered container class, which can also depend on type arguments.
  private Object checked(Object value, Type type) {
    if (arguments.isRegistered(value.getClass())) {
      arguments.check(value, type, name);
    }
    return value;
  }

  private Object map(Object value, Class<?> raw, Type type) {
    if (!(value instanceof Map<?, ?> entries)) {
      throw refused(value, raw);
    }
    Type keys = ElementTypes.ofKeys(type);
    Type values = ElementTypes.ofValues(type);
    List<@Nullable Object> converted = new ArrayList<>();
    List<@Nullable Object> written = new ArrayList<>();
    boolean same = raw.isInstance(value);
    for (Map.Entry<?, ?> entry : entries.entrySet()) {
      Object key = to(entry.getKey(), keys);
      Object to = to(entry.getValue(), values);
      same &= key == entry.getKey() && to == entry.getValue();
      converted.add(key);
      converted.add(to);
      written.add(entry.getKey());
      written.add(entry.getValue());
    }
    if (same) {
      return checked(value, type);
    }
    Map<@Nullable Object, @Nullable Object> made =
        made(Containers.map(raw, type, value), value, raw);
    HashGuard guard = HashGuard.of(made, converted.size() / 2, options.mostCollidingConverted());
    try {
      for (int i = 0; i < converted.size(); i += 2) {
        HashGuard.checkIfAny(guard, converted.get(i));
        made.put(converted.get(i), converted.get(i + 1));
      }
    } catch (RuntimeException e) {
      throw notAdded(e, value, raw);
    }
    requireDistinct(made, converted, written);
    return made;
  }

  /// Rejects a container that has lost entries, because conversion made keys equal, or because keys
  /// are now compared differently.
  ///
  /// @param cells the elements added to it; for a map, alternating keys and values
  /// @param written the elements before conversion
  private void requireDistinct(
      Object made, List<@Nullable Object> cells, List<@Nullable Object> written) {
    int rows = made instanceof Map ? cells.size() / 2 : cells.size();
    try {
      if (EqualKeys.size(made, rows) != rows && !options.mergesKeys()) {
        throw Changes.mismatch(EqualKeys.text(made, cells.toArray(), written.toArray()));
      }
    } finally {
      Reference.reachabilityFence(cells); // a weak map would lose its keys
    }
  }

  /// The empty container for the elements. A container of a registered class cannot be replaced,
  /// since its other fields would be lost.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // empty, of anything
  private <C> C made(@Nullable Object empty, Object value, Class<?> raw) {
    if (empty == null || (raw.isInstance(value) && arguments.isRegistered(value.getClass()))) {
      throw refused(value, raw);
    }
    return (C) empty;
  }

  private Collection<?> elements(Object value, Class<?> target) {
    if (value instanceof Collection<?> collection) {
      if (value.getClass() == COPIES
          && collection.size() > MOST_COPIES
          && !target.isInstance(value)) {
        throw Changes.mismatch(
            "%s: %d copies of one element cannot become the elements of a %s; at most %d can"
                .formatted(name, collection.size(), target.getTypeName(), MOST_COPIES));
      }
      return collection;
    }
    if (value instanceof Optional<?> held) {
      return held.stream().toList();
    }
    if (!value.getClass().isArray()) {
      throw refused(value, target);
    }
    return new AbstractList<@Nullable Object>() {
      @Override
      public @Nullable Object get(int index) {
        return Array.get(value, index);
      }

      @Override
      public int size() {
        return Array.getLength(value);
      }
    };
  }
}
