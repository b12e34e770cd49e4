// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a context is set to before it decompresses; see [CompressSettings].
public final class DecompressSettings {

  final boolean magicless;
  final int[] parameters;
  final int[] values;
  final @Nullable DigestedDictionary dictionary;

  /// Settings with parameters by their number in zstd.h.
  public DecompressSettings(
      boolean magicless,
      Map<Integer, Integer> parameters,
      @Nullable DigestedDictionary dictionary) {
    this.magicless = magicless;
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
