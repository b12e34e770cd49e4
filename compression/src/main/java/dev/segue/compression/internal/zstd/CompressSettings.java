// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.HeapAccess;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The settings of a compression context. Immutable. A context that already has the same settings
/// is not configured again (see [#isSameAs]).
public final class CompressSettings {

  private static final int WINDOW_LOG = 101;
  private static final int STRATEGY = 107;
  private static final int LONG_DISTANCE_MATCHING = 160;
  private static final int LDM_HASH_RATE_LOG = 164;
  private static final int WORKERS = 400;
  private static final int STABLE_IN_BUFFER = 1006;
  private static final int STABLE_OUT_BUFFER = 1007;

  private static final long HEAP_ACCESS_LIMIT_FAST = HeapAccess.directLimit(100_000_000);
  private static final long HEAP_ACCESS_LIMIT_MEDIUM = HeapAccess.directLimit(20_000_000);

  final int level;
  final int[] parameters;
  final int[] values;
  final @Nullable DigestedDictionary dictionary;

  /// The maximum content length for which a call may access heap memory in place; see [HeapAccess].
  final long heapAccessLimit;

  /// Whether libzstd compresses with its own threads, which may continue after a call returns.
  final boolean isThreaded;

  /// Whether the source of a stream is the same buffer in every step.
  final boolean keepsSource;

  /// Whether the destination of a stream is the same buffer in every step.
  final boolean keepsDestination;

  /// Creates settings at a level, with parameters by their number in zstd.h.
  ///
  /// @throws IllegalArgumentException if threads are combined with a dictionary that is not copied
  public CompressSettings(
      int level, Map<Integer, Integer> parameters, @Nullable DigestedDictionary dictionary) {
    this.level = level;
    this.parameters = parameters.keySet().stream().mapToInt(Integer::intValue).toArray();
    this.values = parameters.values().stream().mapToInt(Integer::intValue).toArray();
    this.dictionary = dictionary;
    this.heapAccessLimit = heapAccessLimit(level, parameters);
    this.isThreaded = isOn(parameters, WORKERS);
    this.keepsSource = isOn(parameters, STABLE_IN_BUFFER);
    this.keepsDestination = isOn(parameters, STABLE_OUT_BUFFER);
    if (isThreaded && dictionary != null && dictionary.isBorrowed()) {
      throw new IllegalArgumentException(
          "workers read a dictionary after a call has returned: use a copy (ZstdDictionary.of)");
    }
  }

  /// Returns -1 for high levels and for search parameters, with which compression may be slow.
  private static long heapAccessLimit(int level, Map<Integer, Integer> parameters) {
    if (level >= 10 || parameters.entrySet().stream().anyMatch(CompressSettings::setsTheSearch)) {
      return -1;
    }
    return level < 5 ? HEAP_ACCESS_LIMIT_FAST : HEAP_ACCESS_LIMIT_MEDIUM;
  }

  private static boolean setsTheSearch(Map.Entry<Integer, Integer> parameter) {
    int number = parameter.getKey();
    boolean ofSearch =
        (number >= WINDOW_LOG && number <= STRATEGY)
            || (number >= LONG_DISTANCE_MATCHING && number <= LDM_HASH_RATE_LOG);
    return ofSearch && parameter.getValue() != 0;
  }

  private static boolean isOn(Map<Integer, Integer> parameters, int number) {
    return parameters.getOrDefault(number, 0) > 0;
  }

  /// Returns these settings without the parameters for stable buffers, which whole segments do not
  /// need.
  public CompressSettings forWholeSegments() {
    return keepsSource || keepsDestination ? withoutKeeping() : this;
  }

  private CompressSettings withoutKeeping() {
    Map<Integer, Integer> kept = new LinkedHashMap<>();
    for (int i = 0; i < parameters.length; i++) {
      if (parameters[i] != STABLE_IN_BUFFER && parameters[i] != STABLE_OUT_BUFFER) {
        kept.put(parameters[i], values[i]);
      }
    }
    return new CompressSettings(level, kept, dictionary);
  }

  /// Returns whether other settings have the same parameters and the same dictionary object.
  boolean isSameAs(@Nullable CompressSettings other) {
    return this == other
        || (other != null
            && level == other.level
            && dictionary == other.dictionary
            && Arrays.equals(parameters, other.parameters)
            && Arrays.equals(values, other.values));
  }

  void acquire() {
    if (dictionary != null) {
      dictionary.acquire();
    }
  }

  void release() {
    if (dictionary != null) {
      dictionary.release();
    }
  }
}
