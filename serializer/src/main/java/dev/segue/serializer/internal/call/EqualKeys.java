// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Handles keys of a map, or elements of a set, that become equal when read, so that entries would
/// be lost. The key class may have lost a field, two enum constants may be read as one, or `equals`
/// may use a field that is not written. Readers compare the size of a filled container with the
/// number of rows, and search for the equal keys only if the two differ.
public final class EqualKeys {

  /// The treatment of equal keys.
  public enum Rule {
    /// An error: the reader's classes are inconsistent, or the payload is damaged.
    OWN,
    /// An error: the keys may be different for the writer's classes.
    OTHERS,
    /// Equal keys are merged, and the last value wins.
    MERGED
  }

  private static final String ADVICE =
      "; or, if such keys are to be merged, read with .mergeEqualKeys(true)";

  private static final Class<?> COPIES = Collections.nCopies(1, 1).getClass();

  private EqualKeys() {}

  /// The number of keys in a map or of elements in a set; for other containers the number of rows.
  public static int size(Object container, int rows) {
    return switch (container) {
      case Map<?, ?> map -> map.size();
      case Set<?> set -> set.size();
      default -> rows;
    };
  }

  /// Checks a container that was filled with rows.
  ///
  /// A registered class may drop elements on its own, like a full cache. Missing elements are an
  /// error only if two of the keys are equal.
  ///
  /// @param cells the elements; for a map, alternating keys and values
  /// @param position the position of the container
  ///
  /// @param isSkipped whether the container is discarded
  public static void check(
      Object container,
      @Nullable Object[] cells,
      Options options,
      long position,
      boolean isSkipped) {
    int rows = cells.length / step(container);
    if (options.mergesKeys() || size(container, rows) == rows) {
      return;
    }
    int[] pair = find(container, cells);
    boolean isOwn = !container.getClass().getName().startsWith("java.");
    if (!(isOwn && pair.length == 0) && !(isSkipped && areNull(cells, pair))) {
      throw error(container, cells, pair, options.equalKeys(), position);
    }
  }

  /// The error for a container with fewer keys than rows; null if the container is discarded, and
  /// nulls stand for its unknown keys.
  ///
  /// @param cells the elements; for a map, alternating keys and values; none if they are not known
  /// @param isSkipped whether the container is discarded
  public static @Nullable SerializationException error(
      Object container,
      @Nullable Object[] cells,
      Options options,
      long position,
      boolean isSkipped) {
    int[] pair = find(container, cells);
    return isSkipped && areNull(cells, pair)
        ? null
        : error(container, cells, pair, options.equalKeys(), position);
  }

  private static boolean areNull(@Nullable Object[] cells, int[] pair) {
    return pair.length > 0 && cells[pair[0]] == null;
  }

  /// The error text for two keys that are equal once converted to the reader's types.
  ///
  /// @param container the filled container
  /// @param cells the elements in it; for a map, alternating keys and values
  /// @param written the elements before they were converted
  public static String text(
      Object container, @Nullable Object[] cells, @Nullable Object[] written) {
    return text(container, written, find(container, cells)) + ADVICE;
  }

  private static SerializationException error(
      Object container, @Nullable Object[] cells, int[] pair, Rule rule, long position) {
    if (pair.length > 0 && isRepeated(container, cells[pair[0]], rule)) {
      return Errors.of(
          Kind.MALFORMED_INPUT,
          "corrupt: a %s holds the same %s twice: %s"
              .formatted(
                  container.getClass().getName(),
                  container instanceof Map ? "key" : "element",
                  KeyText.of(cells[pair[0]])),
          position);
    }
    String text = text(container, cells, pair);
    return rule == Rule.OTHERS
        ? Errors.of(
            Kind.SCHEMA_MISMATCH,
            text
                + "; the writer's classes tell them apart: keep the field, constant or class that"
                + " does"
                + ADVICE,
            position)
        : Errors.of(
            Kind.HOOK_FAILED,
            text
                + "; their equals or compareTo needs something that is not written, such as a"
                + " transient or @Ignored field, or that a TypeSurrogate leaves out, or they were"
                + " changed while they were in the container"
                + ADVICE,
            position);
  }

  private static String text(Object container, @Nullable Object[] cells, int[] pair) {
    boolean isMap = container instanceof Map;
    String start =
        isMap
            ? "two keys of the map became equal when read"
            : "two elements of the set became equal when read";
    String type = container.getClass().getName();
    if (pair.length == 0) {
      return start + ", a " + type;
    }
    int step = step(container);
    return "%s: %s and %s (%s %d and %d of a %s)"
        .formatted(
            start,
            KeyText.of(cells[pair[0]], cells[pair[1]]),
            KeyText.of(cells[pair[1]], cells[pair[0]]),
            isMap ? "entries" : "elements",
            pair[0] / step,
            pair[1] / step,
            type);
  }

  private static int step(Object container) {
    return container instanceof Map ? 2 : 1;
  }

  /// The indexes of two keys that a container considers equal; empty if there are none, or if user
  /// code fails.
  private static int[] find(Object container, @Nullable Object[] cells) {
    try {
      Map<@Nullable Object, Integer> seen = table(container);
      for (int i = 0; i < cells.length; i += step(container)) {
        Integer earlier = seen.putIfAbsent(cells[i], i);
        if (earlier != null) {
          return new int[] {earlier, i};
        }
      }
    } catch (RuntimeException e) {
      return new int[0];
    }
    return new int[0];
  }

  @SuppressWarnings({"unchecked", "IdentityHashMapUsage"})
  private static Map<@Nullable Object, Integer> table(Object container) {
    return switch (container) {
      case SortedMap<?, ?> map -> new TreeMap<>((Comparator<@Nullable Object>) map.comparator());
      case SortedSet<?> set -> new TreeMap<>((Comparator<@Nullable Object>) set.comparator());
      case IdentityHashMap<?, ?> _ -> new IdentityHashMap<>();
      default -> new HashMap<>();
    };
  }

  /// Whether no valid payload can hold a key twice: the key is an immutable JDK value that equals
  /// another one only if their bytes are equal. Keys of other types may have been changed inside
  /// the writer's container.
  private static boolean isRepeated(Object container, @Nullable Object key, Rule rule) {
    return !(container instanceof IdentityHashMap)
        && (rule == Rule.OWN ? isPlain(key) : isScalar(key));
  }

  private static boolean isScalar(@Nullable Object key) {
    return switch (key) {
      case String _, Character _, Boolean _ -> true;
      case Byte _, Short _, Integer _, Long _, Float _, Double _ -> true;
      case null, default -> false;
    };
  }

  private static boolean isPlain(@Nullable Object value) {
    return switch (value) {
      case null -> true;
      case List<?> copies when copies.getClass() == COPIES && !copies.isEmpty() ->
          isPlain(copies.getFirst());
      case Enum<?> _, UUID _, BigInteger _, BigDecimal _ -> true;
      default -> isScalar(value) || isImmutable(value.getClass().getPackageName());
    };
  }

  private static boolean isImmutable(String packageName) {
    return packageName.equals("java.time") || packageName.equals("java.time.chrono");
  }
}
