// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The settings of a decompression context. Immutable; see [CompressSettings].
///
/// A context uses one dictionary. Settings with several dictionaries contain settings for each, and
/// the header of a frame selects one. libzstd can select by itself (`ZSTD_d_refMultipleDDicts`),
/// but its contexts keep references to all dictionaries, even freed ones.
public final class DecompressSettings {

  private static final int FORMAT = 1000;
  private static final int STABLE_OUT_BUFFER = 1001;

  private static final int WINDOW_LOG_MAX = 100;

  /// The default of libzstd (`ZSTD_WINDOWLOG_LIMIT_DEFAULT`).
  private static final int WINDOW_LOG_MAX_DEFAULT = 27;

  final boolean magicless;

  /// log2 of the largest window for which a stream may allocate memory.
  final int windowLogMax;

  final boolean keepsDestination;
  final int[] parameters;
  final int[] values;

  /// The dictionary for frames that state its id or no id.
  final @Nullable DigestedDictionary dictionary;

  /// The ids of the other dictionaries, none of which is 0.
  final int[] otherIds;

  /// Settings with each of the other dictionaries, in the order of their ids.
  private final DecompressSettings[] others;

  /// Creates settings with parameters by their number in zstd.h.
  ///
  /// @param dictionary the dictionary for frames that state its id or no id
  /// @param otherDictionaries further dictionaries by their ids
  public DecompressSettings(
      Map<Integer, Integer> parameters,
      @Nullable DigestedDictionary dictionary,
      Map<Integer, DigestedDictionary> otherDictionaries) {
    this.magicless = parameters.getOrDefault(FORMAT, 0) == 1;
    int set = parameters.getOrDefault(WINDOW_LOG_MAX, 0);
    this.windowLogMax = set == 0 ? WINDOW_LOG_MAX_DEFAULT : set;
    this.keepsDestination = parameters.getOrDefault(STABLE_OUT_BUFFER, 0) == 1;
    this.parameters = numbers(parameters.keySet());
    this.values = numbers(parameters.values());
    this.dictionary = dictionary;
    this.otherIds = numbers(otherDictionaries.keySet());
    this.others =
        otherDictionaries.values().stream()
            .map(other -> new DecompressSettings(parameters, other, Map.of()))
            .toArray(DecompressSettings[]::new);
  }

  private static int[] numbers(Collection<Integer> boxed) {
    return boxed.stream().mapToInt(Integer::intValue).toArray();
  }

  /// Returns these settings without the parameter for stable buffers, which whole segments do not
  /// need.
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
    Map<Integer, DigestedDictionary> dictionaries = new LinkedHashMap<>();
    for (int i = 0; i < others.length; i++) {
      DigestedDictionary other = others[i].dictionary;
      if (other != null) {
        dictionaries.put(otherIds[i], other);
      }
    }
    return new DecompressSettings(kept, dictionary, dictionaries);
  }

  /// Returns whether other settings have the same parameters and the same dictionary objects.
  boolean isSameAs(@Nullable DecompressSettings other) {
    return this == other
        || (other != null
            && dictionary == other.dictionary
            && Arrays.equals(parameters, other.parameters)
            && Arrays.equals(values, other.values)
            && hasSameOthersAs(other));
  }

  private boolean hasSameOthersAs(DecompressSettings other) {
    if (!Arrays.equals(otherIds, other.otherIds)) {
      return false;
    }
    for (int i = 0; i < others.length; i++) {
      if (others[i].dictionary != other.others[i].dictionary) {
        return false;
      }
    }
    return true;
  }

  /// Returns whether frames select among several dictionaries.
  boolean hasOthers() {
    return others.length > 0;
  }

  /// Returns the settings for a frame that states a dictionary id, or 0 for none: these, unless the
  /// id belongs to another dictionary.
  DecompressSettings forDictionary(int id) {
    for (int i = 0; i < otherIds.length; i++) {
      if (otherIds[i] == id) {
        return others[i];
      }
    }
    return this;
  }

  /// Begins a use of the dictionary.
  void acquire() {
    if (dictionary != null) {
      dictionary.acquire();
    }
  }

  /// Ends a use of the dictionary.
  void release() {
    if (dictionary != null) {
      dictionary.release();
    }
  }

  /// Begins a use of all dictionaries.
  void acquireAll() {
    acquire();
    for (int i = 0; i < others.length; i++) {
      try {
        others[i].acquire();
      } catch (RuntimeException e) {
        releaseFirst(i);
        throw e;
      }
    }
  }

  /// Ends a use of all dictionaries.
  void releaseAll() {
    releaseFirst(others.length);
  }

  private void releaseFirst(int count) {
    for (int i = 0; i < count; i++) {
      others[i].release();
    }
    release();
  }
}
