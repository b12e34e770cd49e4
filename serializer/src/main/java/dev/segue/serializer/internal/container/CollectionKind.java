// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// The JDK collections whose only state is their elements, with their type numbers.
public enum CollectionKind implements ContainerKind {
  /// The default for lists.
  ARRAY_LIST(TypeNumbers.ARRAY_LIST, ArrayList.class),
  LINKED_LIST(TypeNumbers.LINKED_LIST, LinkedList.class),
  /// `List.of`, and `Stream.toList()`, which allows nulls.
  IMMUTABLE_LIST(TypeNumbers.IMMUTABLE_LIST, List.of().getClass(), List.of("").getClass()),
  /// `Arrays.asList`.
  FIXED_SIZE_LIST(TypeNumbers.FIXED_SIZE_LIST, Arrays.asList().getClass()),
  HASH_SET(TypeNumbers.HASH_SET, HashSet.class),
  LINKED_HASH_SET(TypeNumbers.LINKED_HASH_SET, LinkedHashSet.class),
  /// In the natural order of its elements, see [Variants].
  TREE_SET(TypeNumbers.TREE_SET, TreeSet.class),
  /// `Set.of`.
  IMMUTABLE_SET(TypeNumbers.IMMUTABLE_SET, Set.of().getClass(), Set.of("").getClass()),
  ARRAY_DEQUE(TypeNumbers.ARRAY_DEQUE, ArrayDeque.class),
  COPY_ON_WRITE_LIST(TypeNumbers.COPY_ON_WRITE_LIST, CopyOnWriteArrayList.class),
  CONCURRENT_QUEUE(TypeNumbers.CONCURRENT_QUEUE, ConcurrentLinkedQueue.class);

  /// Collects the elements of a set that is created later.
  @SuppressWarnings("serial") // never serialized
  public static final class SetElements extends ArrayList<Object> {

    SetElements(int elements) {
      super(elements);
    }
  }

  private static final Class<?>[] MADE = made();

  private static final int REFERENCE_BYTES = 4;
  private static final int NODE_BYTES = 48;

  private final int id;
  private final List<Class<?>> types;
  private final boolean isShared;
  private final boolean isKeyed;

  CollectionKind(int id, Class<?>... types) {
    this.id = id;
    this.types = List.of(types);
    this.isShared = Snapshots.isAnyShared(this.types);
    this.isKeyed = Set.class.isAssignableFrom(types[0]);
  }

  private static Class<?>[] made() {
    List<Class<?>> made = new ArrayList<>();
    for (CollectionKind kind : values()) {
      if (!kind.isSelf()) {
        made.addAll(kind.types);
      }
    }
    return made.toArray(new Class<?>[0]);
  }

  /// Keeps one of several equal elements, like other sets. `Set.of` would fail, and include the
  /// duplicate's `toString` in its message, which is endless for some containers.
  private static Collection<?> immutableSet(List<Object> elements) {
    if (areScalars(elements)) {
      try {
        return Set.of(elements.toArray());
      } catch (IllegalArgumentException e) {
        return Set.copyOf(new HashSet<>(elements));
      }
    }
    Set<Object> distinct = new HashSet<>(elements);
    return distinct.size() < elements.size() ? Set.copyOf(distinct) : Set.of(elements.toArray());
  }

  private static boolean areScalars(List<Object> elements) {
    for (Object element : elements) {
      if (!(element instanceof String || element instanceof Number || element instanceof Enum)) {
        return false;
      }
    }
    return true;
  }

  private static Collection<?> immutableList(List<Object> elements) {
    return elements.contains(null) ? elements.stream().toList() : List.copyOf(elements);
  }

  /// Whether a collection is created from all of its elements, so that they cannot refer to it.
  public static boolean isMade(Class<?> type) {
    for (Class<?> made : MADE) {
      if (made == type) {
        return true;
      }
    }
    return false;
  }

  public int id() {
    return id;
  }

  public List<Class<?>> types() {
    return types;
  }

  @Override
  public int columns() {
    return 1;
  }

  @Override
  public int rows(Object container) {
    return ((Collection<?>) container).size();
  }

  @Override
  public Iterator<? extends @Nullable Object> cells(Object container) {
    return ((Collection<?>) container).iterator();
  }

  /// False for views, which have other classes but are read as this kind.
  @Override
  public boolean isShared(Object container) {
    return types.contains(container.getClass())
        ? isShared
        : Snapshots.isShared(container.getClass());
  }

  @Override
  @SuppressWarnings("RefactorSwitch") // for an expression, the verifier would load all the classes
  public Object begin(int rows) {
    switch (this) {
      case ARRAY_LIST, IMMUTABLE_LIST, FIXED_SIZE_LIST, COPY_ON_WRITE_LIST -> {
        return new ArrayList<>(rows);
      }
      case LINKED_LIST -> {
        return new LinkedList<>();
      }
      case HASH_SET -> {
        return HashSet.newHashSet(rows);
      }
      case LINKED_HASH_SET -> {
        return LinkedHashSet.newLinkedHashSet(rows);
      }
      case TREE_SET -> {
        return new TreeSet<>();
      }
      case IMMUTABLE_SET -> {
        return new SetElements(rows);
      }
      case ARRAY_DEQUE -> {
        return new ArrayDeque<>(rows);
      }
      case CONCURRENT_QUEUE -> {
        return new ConcurrentLinkedQueue<>();
      }
    }
    throw new AssertionError(this);
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // elements are unchecked; null if allowed
  public void put(Object begun, int row, @Nullable Object first, @Nullable Object second) {
    ((Collection<Object>) begun).add(first);
  }

  @Override
  @SuppressWarnings("unchecked") // elements are unchecked
  public Object finish(Object begun) {
    return switch (this) {
      case IMMUTABLE_LIST -> immutableList((List<Object>) begun);
      case FIXED_SIZE_LIST -> Arrays.asList(((List<Object>) begun).toArray());
      case IMMUTABLE_SET -> immutableSet((List<Object>) begun);
      case COPY_ON_WRITE_LIST -> new CopyOnWriteArrayList<>((List<Object>) begun);
      default -> begun;
    };
  }

  @Override
  public boolean isKeyed() {
    return isKeyed;
  }

  /// Whether elements are added to the collection one by one; if not, it is created from all
  /// elements at once.
  @Override
  public boolean isSelf() {
    return switch (this) {
      case IMMUTABLE_LIST, FIXED_SIZE_LIST, IMMUTABLE_SET, COPY_ON_WRITE_LIST -> false;
      default -> true;
    };
  }

  @Override
  public int rowBytes() {
    return switch (this) {
      case HASH_SET, LINKED_HASH_SET, TREE_SET, LINKED_LIST -> NODE_BYTES;
      default -> REFERENCE_BYTES;
    };
  }
}
