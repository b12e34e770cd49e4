// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Determines the shapes of declared types. A registered class is a [Shape.Bean], any other a
/// [Shape.Any], so the writer and the reader must register the same classes; the fingerprint covers
/// that.
public final class Shapes {

  /// The declared types of collections, each with its default class.
  private static final Map<Class<?>, Class<?>> SEQUENCES =
      Map.ofEntries(
          Map.entry(Collection.class, ArrayList.class),
          Map.entry(SequencedCollection.class, ArrayList.class),
          Map.entry(List.class, ArrayList.class),
          Map.entry(ArrayList.class, ArrayList.class),
          Map.entry(LinkedList.class, LinkedList.class),
          Map.entry(Set.class, HashSet.class),
          Map.entry(HashSet.class, HashSet.class),
          Map.entry(SequencedSet.class, LinkedHashSet.class),
          Map.entry(LinkedHashSet.class, LinkedHashSet.class),
          Map.entry(SortedSet.class, TreeSet.class),
          Map.entry(NavigableSet.class, TreeSet.class),
          Map.entry(TreeSet.class, TreeSet.class),
          Map.entry(Queue.class, ArrayDeque.class),
          Map.entry(Deque.class, ArrayDeque.class),
          Map.entry(ArrayDeque.class, ArrayDeque.class));

  /// The declared types of maps, each with its default class.
  private static final Map<Class<?>, Class<?>> MAPPINGS =
      Map.of(
          Map.class, HashMap.class,
          HashMap.class, HashMap.class,
          SequencedMap.class, LinkedHashMap.class,
          LinkedHashMap.class, LinkedHashMap.class,
          SortedMap.class, TreeMap.class,
          NavigableMap.class, TreeMap.class,
          TreeMap.class, TreeMap.class,
          ConcurrentMap.class, ConcurrentHashMap.class,
          ConcurrentHashMap.class, ConcurrentHashMap.class);

  private final Set<Class<?>> registered;
  private final Map<Class<?>, EnumConstants> enums;

  /// Finds further classes with their own layout; null if there are none.
  private final @Nullable Predicate<Class<?>> others;

  /// @param registered the classes with their own layout
  public Shapes(Set<Class<?>> registered) {
    this(registered, Map.of());
  }

  /// @param registered the classes with their own layout
  /// @param others finds further such classes
  public Shapes(Set<Class<?>> registered, Predicate<Class<?>> others) {
    this.registered = Set.copyOf(registered);
    this.enums = Map.of();
    this.others = others;
  }

  /// @param registered the classes with their own layout
  /// @param enums the writer's constants, for enums whose constants differ in this JVM
  public Shapes(Set<Class<?>> registered, Map<Class<?>, EnumConstants> enums) {
    this.registered = Set.copyOf(registered);
    this.enums = Map.copyOf(enums);
    this.others = null;
  }

  /// The classes with their own layout, excluding classes that only the predicate finds.
  public Set<Class<?>> registered() {
    return registered;
  }

  /// Whether rules can give unregistered classes their own layout.
  public boolean areByRule() {
    return others != null;
  }

  /// Whether a class has its own layout.
  public boolean isBean(Class<?> type) {
    return registered.contains(type) || (others != null && others.test(type));
  }

  /// The default class of a declared container type; null if the type is not one.
  public static @Nullable Class<?> usualClass(Class<?> declared) {
    if (isOfConstants(declared) || declared == Optional.class) {
      return declared;
    }
    Class<?> sequence = SEQUENCES.get(declared);
    return sequence != null ? sequence : MAPPINGS.get(declared);
  }

  /// Whether a container holds constants, or has keys, of a single enum.
  public static boolean isOfConstants(Class<?> container) {
    return container == EnumSet.class || container == EnumMap.class;
  }

  public Shape of(Type type) {
    if (type instanceof Class<?> raw) {
      return ofClass(raw);
    }
    if (type instanceof ParameterizedType generic) {
      return ofClass((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
    }
    if (type instanceof WildcardType wildcard) {
      return of(wildcard.getUpperBounds()[0]);
    }
    if (type instanceof GenericArrayType array) {
      return new Shape.ObjectArray(erasure(array), of(array.getGenericComponentType()));
    }
    return of(erasure(type));
  }

  private Shape ofClass(Class<?> type, Type... arguments) {
    PrimitiveKind primitive = PrimitiveKind.ofPrimitive(type);
    if (primitive != null) {
      return new Shape.Primitive(primitive);
    }
    PrimitiveKind boxed = PrimitiveKind.ofBox(type);
    if (boxed != null) {
      return new Shape.Boxed(boxed);
    }
    if (type == String.class) {
      return new Shape.Text();
    }
    if (type.isEnum()) {
      EnumConstants constants = enums.get(type);
      return new Shape.EnumConstant(constants == null ? EnumConstants.of(type) : constants);
    }
    if (type.isArray()) {
      return ofArray(type, type.componentType());
    }
    Class<?> sequence = SEQUENCES.get(type);
    if (sequence != null) {
      return new Shape.Sequence(type, sequence, argument(arguments, 0));
    }
    Class<?> mapping = MAPPINGS.get(type);
    if (mapping != null) {
      return new Shape.Mapping(type, mapping, argument(arguments, 0), argument(arguments, 1));
    }
    if (type == Optional.class) {
      return new Shape.Sequence(type, type, argument(arguments, 0));
    }
    if (isOfEnum(type, arguments)) {
      Shape constants = of(arguments[0]);
      if (type == EnumSet.class) {
        return new Shape.Sequence(type, type, constants);
      }
      return new Shape.Mapping(type, type, constants, of(arguments[1]));
    }
    // Not a conditional expression, for which the verifier would load both classes.
    if (isBean(type)) {
      return new Shape.Bean(type);
    }
    return new Shape.Any(type);
  }

  private Shape ofArray(Class<?> type, Class<?> component) {
    if (component.isPrimitive()) {
      return new Shape.PrimitiveArray(PrimitiveKind.valueOf(upper(component)));
    }
    return new Shape.ObjectArray(type, of(component));
  }

  /// Whether the type arguments of a set or a map of enum constants name the enum.
  private static boolean isOfEnum(Class<?> type, Type... arguments) {
    return isOfConstants(type) && arguments.length > 0 && erasure(arguments[0]).isEnum();
  }

  /// The shape of a type argument; a raw type has arguments of any type.
  private Shape argument(Type[] arguments, int index) {
    return index < arguments.length ? of(arguments[index]) : new Shape.Any(Object.class);
  }

  private static String upper(Class<?> primitive) {
    return primitive.getName().toUpperCase(Locale.ROOT);
  }

  /// The innermost element type of an array of arrays; any other class unchanged.
  public static Class<?> innermost(Class<?> type) {
    Class<?> innermost = type;
    while (innermost.isArray()) {
      innermost = innermost.componentType();
    }
    return innermost;
  }

  /// The erasure of a type: the most specific class that all of its values have.
  public static Class<?> erasure(Type type) {
    if (type instanceof Class<?> raw) {
      return raw;
    }
    if (type instanceof ParameterizedType generic) {
      return (Class<?>) generic.getRawType();
    }
    if (type instanceof WildcardType wildcard) {
      return erasure(wildcard.getUpperBounds()[0]);
    }
    if (type instanceof TypeVariable<?> variable) {
      return erasure(variable.getBounds()[0]);
    }
    if (type instanceof GenericArrayType array) {
      return erasure(array.getGenericComponentType()).arrayType();
    }
    throw new IllegalArgumentException("type=" + type);
  }
}
