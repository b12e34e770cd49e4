// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a context is set to before it decompresses; see [CompressSettings].
public final class DecompressSettings {

  private static final int FORMAT = 1000;
  private static final int STABLE_OUT_BUFFER = 1001;

  private static final int WINDOW_LOG_MAX = 100;

  /// What libzstd allows when nothing is set (`ZSTD_WINDOWLOG_LIMIT_DEFAULT`).
  private static final int WINDOW_LOG_MAX_DEFAULT = 27;

  final boolean magicless;

  /// log2 of the largest window that a stream may take memory for.
  final int windowLogMax;

  final boolean keepsDestination;
  final int[] parameters;
  final int[] values;
  final @Nullable DigestedDictionary dictionary;

  /// Settings with parameters by their number in zstd.h.
  public DecompressSettings(
      Map<Integer, Integer> parameters, @Nullable DigestedDictionary dictionary) {
    this.magicless = parameters.getOrDefault(FORMAT, 0) == 1;
    int set = parameters.getOrDefault(WINDOW_LOG_MAX, 0);
    this.windowLogMax = set == 0 ? WINDOW_LOG_MAX_DEFAULT : set;
    this.keepsDestination = parameters.getOrDefault(STABLE_OUT_BUFFER, 0) == 1;
    this.parameters = parameters.keySet().stream().mapToInt(Integer::intValue).toArray();
    this.values = parameters.values().stream().mapToInt(Integer::intValue).toArray();
    this.dictionary = dictionary;
  }

  /// These settings for segments that are decompressed whole, which need not be told to stay.
  public DecompressSettings forWholeSegments() {
    return keepsDestination ? withoutKeeping() : this;
  }

  private DecompressSettings withoutKeeping() {
    Map<Integer, Integer> kept = new LinkedHashMap<>();
    for (int i = 0; i < parameters.length; i++) {
      if (parameters[i] != STABLE_OUT_BUFFER) {
        kept.put(parameters[i], values[i]);
      }
    }
    return new DecompressSettings(kept, dictionary);
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
