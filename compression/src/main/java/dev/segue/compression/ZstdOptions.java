// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.zstd.CompressSettings;
import dev.segue.compression.zstd.DecompressSettings;
import dev.segue.compression.zstd.DigestedDictionary;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How zstd compresses and what it accepts. Immutable: every method that changes something gives a
/// copy.
///
/// What is not set is as zstd has it: level 3, content size and dictionary id in the header, no
/// checksum, one thread.
public final class ZstdOptions {

  /// What libzstd allows when nothing is set (`ZSTD_WINDOWLOG_LIMIT_DEFAULT`).
  private static final int WINDOW_LOG_MAX = 27;

  private static final ZstdOptions DEFAULTS = new ZstdOptions(Map.of(), Map.of(), null);

  private final Map<ZstdParameter, Integer> parameters;
  private final Map<ZstdDecompressParameter, Integer> decompressParameters;
  private final @Nullable ZstdDictionary dictionary;

  /// Made when it is first asked for; two threads may each make one, which does no harm.
  private @Nullable ZstdCodec codec;

  private ZstdOptions(
      Map<ZstdParameter, Integer> parameters,
      Map<ZstdDecompressParameter, Integer> decompressParameters,
      @Nullable ZstdDictionary dictionary) {
    this.parameters = parameters;
    this.decompressParameters = decompressParameters;
    this.dictionary = dictionary;
  }

  /// Nothing set.
  ///
  /// @return the options
  public static ZstdOptions defaults() {
    return DEFAULTS;
  }

  /// Sets a parameter of the compressor.
  ///
  /// @param parameter which one
  /// @param value its value
  /// @return a copy with the parameter
  /// @throws IllegalArgumentException when the loaded library takes other values only
  /// @throws CompressionException of kind `UNSUPPORTED` when it does not have the parameter
  public ZstdOptions with(ZstdParameter parameter, int value) {
    parameter.bounds().check(parameter, value);
    Map<ZstdParameter, Integer> copy = new EnumMap<>(ZstdParameter.class);
    copy.putAll(parameters);
    copy.put(parameter, value);
    return new ZstdOptions(Collections.unmodifiableMap(copy), decompressParameters, dictionary);
  }

  /// Sets a parameter of the decompressor.
  ///
  /// @param parameter which one
  /// @param value its value
  /// @return a copy with the parameter
  /// @throws IllegalArgumentException when the loaded library takes other values only
  /// @throws CompressionException of kind `UNSUPPORTED` when it does not have the parameter
  public ZstdOptions with(ZstdDecompressParameter parameter, int value) {
    parameter.bounds().check(parameter, value);
    Map<ZstdDecompressParameter, Integer> copy = new EnumMap<>(ZstdDecompressParameter.class);
    copy.putAll(decompressParameters);
    copy.put(parameter, value);
    return new ZstdOptions(parameters, Collections.unmodifiableMap(copy), dictionary);
  }

  /// Sets the level.
  ///
  /// @param level 1 to 22, or below zero for more speed
  /// @return a copy with the level
  public ZstdOptions level(int level) {
    return with(ZstdParameter.COMPRESSION_LEVEL, level);
  }

  /// Sets whether the content is followed by its checksum, which decompression verifies.
  ///
  /// @param checksum whether it is
  /// @return a copy with the setting
  public ZstdOptions checksum(boolean checksum) {
    return with(ZstdParameter.CHECKSUM, checksum ? 1 : 0);
  }

  /// Sets whether the header tells the content size.
  ///
  /// @param contentSize whether it does
  /// @return a copy with the setting
  public ZstdOptions contentSize(boolean contentSize) {
    return with(ZstdParameter.CONTENT_SIZE, contentSize ? 1 : 0);
  }

  /// Sets whether frames go without their four magic bytes, on both sides: what reads such frames
  /// has to know.
  ///
  /// @param magicless whether they do
  /// @return a copy with the setting
  public ZstdOptions magicless(boolean magicless) {
    return with(ZstdParameter.FORMAT, magicless ? 1 : 0);
  }

  /// Sets the number of threads that compress large content.
  ///
  /// @param workers threads beside the calling one; 0 for none
  /// @return a copy with the setting
  public ZstdOptions workers(int workers) {
    return with(ZstdParameter.WORKERS, workers);
  }

  /// Sets matching at long distances, with a window of `2^windowLog` bytes; reading it back as a
  /// stream takes that much memory, and [#decompressWindowLogMax(int)] when it is above 27.
  ///
  /// @param windowLog log2 of the window
  /// @return a copy with the setting
  public ZstdOptions longDistanceMatching(int windowLog) {
    return with(ZstdParameter.LONG_DISTANCE_MATCHING, 1).with(ZstdParameter.WINDOW_LOG, windowLog);
  }

  /// Sets the dictionary, for both sides. It has to stay open as long as these options are in use;
  /// closing it earlier makes every call an [IllegalStateException].
  ///
  /// @param dictionary the dictionary
  /// @return a copy with the dictionary
  public ZstdOptions dictionary(ZstdDictionary dictionary) {
    return new ZstdOptions(parameters, decompressParameters, dictionary);
  }

  /// Sets the largest window that decompressing a stream may take memory for; 27 (128 MiB) when not
  /// set. Decompressing whole segments takes no window.
  ///
  /// @param windowLogMax log2 of the window, 10 to 31
  /// @return a copy with the setting
  public ZstdOptions decompressWindowLogMax(int windowLogMax) {
    if (windowLogMax < 10 || windowLogMax > 31) {
      throw new IllegalArgumentException("windowLogMax=" + windowLogMax + " is not 10 to 31");
    }
    return with(ZstdDecompressParameter.WINDOW_LOG_MAX, windowLogMax);
  }

  /// Sets whether decompression skips verifying checksums.
  ///
  /// @param ignoreChecksum whether it does
  /// @return a copy with the setting
  public ZstdOptions ignoreChecksum(boolean ignoreChecksum) {
    return with(ZstdDecompressParameter.FORCE_IGNORE_CHECKSUM, ignoreChecksum ? 1 : 0);
  }

  /// The codec of these options.
  ZstdCodec codec() {
    ZstdCodec made = codec;
    if (made == null) {
      made = new ZstdCodec(this);
      codec = made;
    }
    return made;
  }

  @Nullable ZstdDictionary dictionary() {
    return dictionary;
  }

  boolean hasChecksum() {
    return parameters.getOrDefault(ZstdParameter.CHECKSUM, 0) == 1;
  }

  int levelOrDefault() {
    return parameters.getOrDefault(ZstdParameter.COMPRESSION_LEVEL, ZstdCodec.DEFAULT_LEVEL);
  }

  CompressSettings toCompressSettings() {
    Map<Integer, Integer> byNumber = new LinkedHashMap<>();
    parameters.forEach((parameter, value) -> byNumber.put(parameter.number(), value));
    return new CompressSettings(levelOrDefault(), byNumber, digests());
  }

  DecompressSettings toDecompressSettings() {
    Map<Integer, Integer> byNumber = new LinkedHashMap<>();
    Integer format = parameters.get(ZstdParameter.FORMAT);
    if (format != null) {
      byNumber.put(ZstdDecompressParameter.FORMAT.number(), format); // unless set for itself
    }
    decompressParameters.forEach((parameter, value) -> byNumber.put(parameter.number(), value));
    // A context would refer to each dictionary it has ever seen, freed or not, until it is freed.
    byNumber.remove(ZstdDecompressParameter.REF_MULTIPLE_DICTIONARIES.number());
    return new DecompressSettings(byNumber, digests());
  }

  int decompressWindowLogMax() {
    int set = decompressParameters.getOrDefault(ZstdDecompressParameter.WINDOW_LOG_MAX, 0);
    return set == 0 ? WINDOW_LOG_MAX : set;
  }

  private @Nullable DigestedDictionary digests() {
    return dictionary == null ? null : dictionary.digests();
  }

  @Override
  public String toString() {
    return "ZstdOptions"
        + parameters
        + (decompressParameters.isEmpty() ? "" : " " + decompressParameters)
        + (dictionary == null ? "" : " with " + dictionary);
  }
}
