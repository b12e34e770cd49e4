// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a context is set to before it compresses. Immutable; a context compares it by identity, so
/// one that is used again costs nothing.
public final class CompressSettings {

  private static final int WORKERS = 400;
  private static final int STABLE_IN_BUFFER = 1006;
  private static final int STABLE_OUT_BUFFER = 1007;

  final int level;
  final int[] parameters;
  final int[] values;
  final @Nullable DigestedDictionary dictionary;

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
    this.isThreaded = isOn(parameters, WORKERS);
    this.keepsSource = isOn(parameters, STABLE_IN_BUFFER);
    this.keepsDestination = isOn(parameters, STABLE_OUT_BUFFER);
    if (isThreaded && dictionary != null && dictionary.isBorrowed()) {
      throw new IllegalArgumentException(
          "workers read a dictionary when a call has returned, so it has to be a copy");
    }
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
