// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.HeapAccess;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The settings of a context that compresses. Immutable. A context that has the same settings
/// already is not set up again (see [#isSameAs]).
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

  /// The most content for which a call on heap memory ends soon enough; see [HeapAccess].
  final long heapAccessLimit;

  /// Whether threads of libzstd's compress, which may go on when a call has returned.
  final boolean isThreaded;

  /// Whether a stream's source is the same buffer in every step.
  final boolean keepsSource;

  /// Whether a stream's destination is the same buffer in every step.
  final boolean keepsDestination;

  /// Settings at a level, with parameters by their number in zstd.h.
  ///
  /// @throws IllegalArgumentException for threads with a dictionary that is not copied
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
          "workers read a dictionary when a call has returned, so it has to be a copy");
    }
  }

  /// How long a search takes is known of the levels; parameters can make it take any time.
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

  /// These settings for segments that are compressed whole, which need not be told to stay.
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

  /// Whether a context with other settings is set up for these: the same parameters, and the same
  /// dictionary object.
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
