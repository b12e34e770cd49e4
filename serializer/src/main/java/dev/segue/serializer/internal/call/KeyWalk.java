// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.error.Errors;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Refuses keys whose shared parts make hashing or comparing take exponential time. If a list holds
/// another list twice, which holds a third one twice, and so on, computing the hash code of `n`
/// nested lists visits the last one about 2^n times. This class counts the visits of such walks
/// through the keys of a container, and refuses keys with far more visits than parts.
///
/// It walks through values whose hash codes depend on their parts: lists, sets, maps and their
/// entries, optionals and records. The hash codes of other classes are not checked.
public final class KeyWalk {

  /// The number of visits that are always allowed.
  private static final long FREE = 1L << 18;

  /// The number of visits that are always allowed if the options limit colliding keys.
  private static final long FREE_IF_BOUNDED = 1L << 14;

  /// The number of additional visits allowed for each part: far more than any container needs that
  /// was filled in reasonable time.
  private static final int OFTEN = 1 << 17;

  private static final int OFTEN_IF_BOUNDED = 1 << 8;

  private static final Class<?> COPIES = Collections.nCopies(1, 1).getClass();
  private static final Method[] NONE = {};

  /// The accessors of a record's components; none if they cannot be called.
  private static final ClassValue<Method[]> ACCESSORS =
      new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> type) {
          Method[] methods =
              Arrays.stream(type.getRecordComponents())
                  .map(RecordComponent::getAccessor)
                  .toArray(Method[]::new);
          return Arrays.stream(methods).allMatch(Method::trySetAccessible) ? methods : NONE;
        }
      };

  /// The work of a visit.
  private static final int VISIT = 64;

  private final int often;

  /// The call, if its work on keys is limited.
  private final @Nullable Session limited;

  private long visited;
  private long most;

  /// The keys' parts, by identity; null until the free visits are used up.
  private @Nullable Set<Object> parts;

  /// @param isBounded whether the options limit colliding keys
  /// @param limited the call, if its work on keys is limited
  KeyWalk(boolean isBounded, @Nullable Session limited) {
    this.limited = limited;
    this.often = isBounded ? OFTEN_IF_BOUNDED : OFTEN;
    this.most = isBounded ? FREE_IF_BOUNDED : FREE;
  }

  /// The accessors of a record's components; none if they cannot be called.
  static Method[] accessors(Class<?> type) {
    return ACCESSORS.get(type);
  }

  /// The check for the keys of a container; null if the container calls no methods of its keys, or
  /// nothing can be shared.
  public static @Nullable KeyWalk of(@Nullable Session session, Object begun) {
    return session != null
            && session.tracks()
            && (HashGuard.isHashed(begun)
                || begun instanceof CopyOnWriteArraySet
                || begun instanceof CollectionKind.SetElements)
        ? new KeyWalk(session.options().boundsKeys(), session.limitsKeyWork() ? session : null)
        : null;
  }

  /// Checks a key before it is added to a container, if there is a check.
  public static void checkIfAny(@Nullable KeyWalk walk, @Nullable Object key) {
    if (walk != null && isWalkedThrough(key)) {
      walk.check(key);
    }
  }

  private void check(@Nullable Object key) {
    if (limited == null || often == OFTEN_IF_BOUNDED) {
      checkAlone(key);
    }
    if (limited != null) {
      charge(key, limited);
    }
  }

  /// Counts the work of the call.
  private void charge(@Nullable Object key, Session call) {
    KeyWalk walk = new KeyWalk(false, null);
    walk.most = call.keyWork() / VISIT;
    if (!walk.visit(key)) {
      throw refused();
    }
    call.work(walk.visited * VISIT, key);
  }

  private static SerializationException refused() {
    return Errors.of(
        Kind.LIMIT_EXCEEDED,
        "keys hold the same values so often that hashing them would take forever");
  }

  private void checkAlone(@Nullable Object key) {
    long before = visited;
    if (parts != null) {
      count(key);
    }
    if (visit(key)) {
      return;
    }
    if (parts == null) {
      parts = Collections.newSetFromMap(new IdentityHashMap<>());
      count(key);
      visited = before;
      if (visit(key)) {
        return;
      }
    }
    throw refused();
  }

  /// Visits values as `hashCode` does; returns false if there are too many visits.
  private boolean visit(@Nullable Object value) {
    return ++visited <= most && forEachPart(value, this::visit);
  }

  /// Counts each part once, and allows visits for it.
  private boolean count(@Nullable Object value) {
    most += often;
    return value == null
        || parts == null
        || !isWalkedThrough(value)
        || !parts.add(value)
        || forEachPart(value, this::count);
  }

  private static boolean isWalkedThrough(@Nullable Object value) {
    return switch (value) {
      case null -> false;
      case String _ -> false;
      case List<?> _, Set<?> _, Map<?, ?> _, Map.Entry<?, ?> _, Optional<?> _, Record _ -> true;
      default -> false;
    };
  }

  /// Visits the parts of a value that its hash code depends on, until a visit returns false.
  private static boolean forEachPart(@Nullable Object value, Predicate<@Nullable Object> visit) {
    return switch (value) {
      case null -> true;
      case List<?> copies when copies.getClass() == COPIES ->
          copies.isEmpty() || visit.test(copies.getFirst());
      case List<?> list -> forEach(list, visit);
      case Set<?> set -> forEach(set, visit);
      case Map<?, ?> map -> forEach(map.entrySet(), visit);
      case Map.Entry<?, ?> entry -> visit.test(entry.getKey()) && visit.test(entry.getValue());
      case Optional<?> optional -> optional.isEmpty() || visit.test(optional.get());
      case Record components -> forEachComponent(components, visit);
      default -> true;
    };
  }

  private static boolean forEach(Collection<?> values, Predicate<@Nullable Object> visit) {
    for (Object value : values) {
      if (!visit.test(value)) {
        return false;
      }
    }
    return true;
  }

  private static boolean forEachComponent(Record components, Predicate<@Nullable Object> visit) {
    for (Method accessor : ACCESSORS.get(components.getClass())) {
      Object component;
      try {
        component = accessor.invoke(components);
      } catch (ReflectiveOperationException e) {
        return true;
      }
      if (!visit.test(component)) {
        return false;
      }
    }
    return true;
  }
}
