// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.zstd.DigestedDictionary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The dictionaries of [ZstdOptions]: one for both directions, and others for decompression only.
///
/// Ids are unique, and all additional dictionaries have one, so that a frame's id selects the
/// dictionary.
///
/// @param main the dictionary for compression, and for frames with no id or with its id
/// @param others the dictionaries for frames that state their ids; excludes the main one
record DecompressionDictionaries(@Nullable ZstdDictionary main, List<ZstdDictionary> others) {

  static final DecompressionDictionaries NONE = new DecompressionDictionaries(null, List.of());

  DecompressionDictionaries withMain(ZstdDictionary dictionary) {
    return of(dictionary, others);
  }

  DecompressionDictionaries withOthers(List<ZstdDictionary> dictionaries) {
    for (ZstdDictionary dictionary : dictionaries) {
      if (dictionary.id() == 0) {
        throw new IllegalArgumentException(
            "a dictionary of raw content has no id for frames to state, so it can't be one of"
                + " several: add a header with ZstdDictionary.finalizeFrom, or train one");
      }
    }
    return of(main, dictionaries);
  }

  private static DecompressionDictionaries of(
      @Nullable ZstdDictionary main, List<ZstdDictionary> others) {
    Map<Integer, ZstdDictionary> byId = new LinkedHashMap<>();
    for (ZstdDictionary dictionary : others) {
      ZstdDictionary same = byId.putIfAbsent(dictionary.id(), dictionary);
      if (same != null && same != dictionary) {
        throw sameId(dictionary);
      }
    }
    ZstdDictionary same = main == null ? null : byId.remove(main.id());
    if (same != null && same != main) {
      throw sameId(same);
    }
    return new DecompressionDictionaries(main, List.copyOf(byId.values()));
  }

  private static IllegalArgumentException sameId(ZstdDictionary dictionary) {
    return new IllegalArgumentException(
        "two dictionaries have id=%s, so frames can't say which one they need: load each once, or give one of them another id"
            .formatted(Integer.toUnsignedString(dictionary.id())));
  }

  /// All dictionaries, the main one first.
  Stream<ZstdDictionary> all() {
    return Stream.concat(Stream.ofNullable(main), others.stream());
  }

  @Override
  public String toString() {
    String read = others.isEmpty() ? "" : " also reading " + others;
    return (main == null ? "" : " with " + main) + read;
  }

  @Nullable DigestedDictionary mainDigests() {
    return main == null ? null : main.digests();
  }

  /// The additional dictionaries in native memory, by their ids.
  Map<Integer, DigestedDictionary> otherDigests() {
    Map<Integer, DigestedDictionary> byId = new LinkedHashMap<>();
    others.forEach(dictionary -> byId.put(dictionary.id(), dictionary.digests()));
    return byId;
  }
}
