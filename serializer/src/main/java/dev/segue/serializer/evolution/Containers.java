// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.exec.HashGuard;
import dev.segue.serializer.model.Shapes;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Empty collections and maps for declared types, where what was written is of another kind. Those
/// for sets and maps keep the order in which the elements were written, if theirs is not their own.
final class Containers {

  private static final Map<Class<?>, Supplier<Collection<Object>>> COLLECTIONS =
      Stream.<Map.Entry<Class<?>, Supplier<Collection<Object>>>>of(
              Map.entry(Iterable.class, ArrayList::new),
              Map.entry(Collection.class, ArrayList::new),
              Map.entry(List.class, ArrayList::new),
              Map.entry(Set.class, LinkedHashSet::new),
              Map.entry(PriorityQueue.class, PriorityQueue::new),
              Map.entry(Vector.class, Vector::new),
              Map.entry(CopyOnWriteArrayList.class, ArrayList::new),
              Map.entry(CopyOnWriteArraySet.class, LinkedHashSet::new),
              Map.entry(ConcurrentLinkedQueue.class, ConcurrentLinkedQueue::new),
              Map.entry(ConcurrentLinkedDeque.class, ConcurrentLinkedDeque::new),
              Map.entry(ConcurrentSkipListSet.class, ConcurrentSkipListSet::new))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  private static final Map<Class<?>, Supplier<Map<Object, Object>>> MAPS =
      Stream.<Map.Entry<Class<?>, Supplier<Map<Object, Object>>>>of(
              Map.entry(Map.class, LinkedHashMap::new),
              Map.entry(ConcurrentMap.class, ConcurrentHashMap::new),
              Map.entry(ConcurrentNavigableMap.class, ConcurrentSkipListMap::new),
              Map.entry(ConcurrentSkipListMap.class, ConcurrentSkipListMap::new))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  private Containers() {}

  /// To be filled one by one, and then [#finished].
  ///
  /// @param type the declared type with its arguments
  @SuppressWarnings({"unchecked", "rawtypes"}) // empty, of anything
  static @Nullable Collection<Object> collection(Class<?> declared, Type type) {
    if (declared == EnumSet.class) {
      return first(type).isEnum() ? EnumSet.noneOf((Class) first(type)) : null;
    }
    Supplier<Collection<Object>> known = COLLECTIONS.get(declared);
    return known != null ? known.get() : (Collection<Object>) usual(declared);
  }

  /// The declared collection of what was gathered. Those that copy themselves for each element are
  /// made at once.
  static Collection<@Nullable Object> finished(
      Collection<@Nullable Object> filled, Class<?> declared) {
    if (declared == CopyOnWriteArrayList.class) {
      return new CopyOnWriteArrayList<>(filled);
    }
    if (declared != CopyOnWriteArraySet.class) {
      return filled;
    }
    if (!HashGuard.mayBeCompared(filled.size())) {
      throw new SerializationException(
          Kind.MALFORMED_INPUT,
          filled.size() + " elements for a set that compares each one with all others");
    }
    return new CopyOnWriteArraySet<>(filled);
  }

  /// @param type the declared type with its arguments
  @SuppressWarnings({"unchecked", "rawtypes"}) // empty, of anything
  static @Nullable Map<Object, Object> map(Class<?> declared, Type type) {
    if (declared == EnumMap.class) {
      return first(type).isEnum() ? new EnumMap<>((Class) first(type)) : null;
    }
    Supplier<Map<Object, Object>> known = MAPS.get(declared);
    return known != null ? known.get() : (Map<Object, Object>) usual(declared);
  }

  /// The class of what is in a collection, or of a map's keys, as far as it is declared.
  private static Class<?> first(Type type) {
    return Shapes.erasure(Converter.argument(type, 0));
  }

  private static @Nullable Object usual(Class<?> declared) {
    Class<?> usual = Shapes.usualClass(declared);
    if (usual == null) {
      return null;
    }
    try {
      return usual.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(usual + " has a constructor without parameters", e);
    }
  }
}
