// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a context is set to before it decompresses; see [CompressSettings].
///
/// A context is set to one dictionary. Settings with several have one of these for each of them,
/// and a frame is decompressed with the one that its header asks for. libzstd can choose by itself
/// (`ZSTD_d_refMultipleDDicts`), but a context that was told of a dictionary never forgets it,
/// freed or not.
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

  /// The dictionary for frames that state no id, or this dictionary's.
  final @Nullable DigestedDictionary dictionary;

  /// The ids of the other dictionaries, none of them 0.
  final int[] otherIds;

  /// Settings with each of the other dictionaries, in the order of their ids.
  private final DecompressSettings[] others;

  /// Settings with parameters by their number in zstd.h.
  ///
  /// @param dictionary for frames that state no id, or this dictionary's
  /// @param otherDictionaries further ones, by their ids
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
    Map<Integer, DigestedDictionary> dictionaries = new LinkedHashMap<>();
    for (int i = 0; i < others.length; i++) {
      DigestedDictionary other = others[i].dictionary;
      if (other != null) {
        dictionaries.put(otherIds[i], other);
      }
    }
    return new DecompressSettings(kept, dictionary, dictionaries);
  }

  /// Whether a context with other settings is set up for these: the same parameters, and the same
  /// dictionary objects.
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

  /// Whether the dictionary depends on the frame.
  boolean hasOthers() {
    return others.length > 0;
  }

  /// The settings for a frame that states a dictionary's id, or 0 for none: these, unless the id is
  /// one of the others'.
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
