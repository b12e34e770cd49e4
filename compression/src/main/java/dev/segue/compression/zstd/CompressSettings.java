// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a context is set to before it compresses. Immutable; a context compares it by identity, so
/// one that is used again costs nothing.
public final class CompressSettings {

  final int level;
  final int[] parameters;
  final int[] values;
  final @Nullable DigestedDictionary dictionary;

  /// Settings at a level, with parameters by their number in zstd.h.
  public CompressSettings(
      int level, Map<Integer, Integer> parameters, @Nullable DigestedDictionary dictionary) {
    this.level = level;
    this.parameters = parameters.keySet().stream().mapToInt(Integer::intValue).toArray();
    this.values = parameters.values().stream().mapToInt(Integer::intValue).toArray();
    this.dictionary = dictionary;
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
