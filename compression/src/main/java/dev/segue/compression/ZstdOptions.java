// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.zstd.CompressSettings;
import dev.segue.compression.internal.zstd.DecompressSettings;
import dev.segue.compression.internal.zstd.ZstdEngine;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Settings for zstd: the level, a dictionary, and every other parameter of compression and
/// decompression.
///
/// Options are immutable and thread-safe; each `with` method returns a changed copy. A parameter
/// that is not set has libzstd's default: level 3, content size and dictionary id in the header, no
/// checksum, no worker threads.
///
/// ```java
/// Codec codec = Codec.zstd(ZstdOptions.defaults().withLevel(9).withChecksum(true));
/// ```
///
/// Two instances are equal if they set the same parameters to the same values and refer to the same
/// [ZstdDictionary] object. Native contexts recognise equal options, so there is no need to keep an
/// instance.
public final class ZstdOptions {

  /// The limit of libzstd if none is set (`ZSTD_WINDOWLOG_LIMIT_DEFAULT`).
  private static final int WINDOW_LOG_MAX = 27;

  private static final ZstdOptions DEFAULTS =
      new ZstdOptions(Map.of(), Map.of(), DecompressionDictionaries.NONE);

  private final Map<ZstdCompressionParameter, Integer> parameters;
  private final Map<ZstdDecompressionParameter, Integer> decompressParameters;
  private final DecompressionDictionaries dictionaries;

  /// Created on first use. Two threads may each create one, which is harmless.
  private @Nullable EngineCodec codec;

  private ZstdOptions(
      Map<ZstdCompressionParameter, Integer> parameters,
      Map<ZstdDecompressionParameter, Integer> decompressParameters,
      DecompressionDictionaries dictionaries) {
    this.parameters = parameters;
    this.decompressParameters = decompressParameters;
    this.dictionaries = dictionaries;
  }

  /// Returns options with nothing set.
  ///
  /// @return the options
  public static ZstdOptions defaults() {
    return DEFAULTS;
  }

  /// Returns a copy with a compression parameter set.
  ///
  /// @param parameter the parameter
  /// @param value its value
  /// @return the copy
  /// @throws IllegalArgumentException if the loaded library does not accept the value
  /// @throws CompressionException of kind `UNSUPPORTED` if it does not have the parameter
  public ZstdOptions with(ZstdCompressionParameter parameter, int value) {
    parameter.bounds().check(parameter, value);
    Map<ZstdCompressionParameter, Integer> copy = new EnumMap<>(ZstdCompressionParameter.class);
    copy.putAll(parameters);
    copy.put(parameter, value);
    return new ZstdOptions(Collections.unmodifiableMap(copy), decompressParameters, dictionaries);
  }

  /// Returns a copy with a decompression parameter set.
  ///
  /// @param parameter the parameter
  /// @param value its value
  /// @return the copy
  /// @throws IllegalArgumentException if the loaded library does not accept the value
  /// @throws CompressionException of kind `UNSUPPORTED` if it does not have the parameter
  public ZstdOptions with(ZstdDecompressionParameter parameter, int value) {
    parameter.bounds().check(parameter, value);
    Map<ZstdDecompressionParameter, Integer> copy = new EnumMap<>(ZstdDecompressionParameter.class);
    copy.putAll(decompressParameters);
    copy.put(parameter, value);
    return new ZstdOptions(parameters, Collections.unmodifiableMap(copy), dictionaries);
  }

  /// Returns a copy with the compression level set.
  ///
  /// @param level 1 (fast) to 22 (strong); negative levels are faster still, 0 stands for the
  ///   default
  /// @return the copy
  /// @throws IllegalArgumentException if the loaded library does not have the level
  public ZstdOptions withLevel(int level) {
    return with(ZstdCompressionParameter.COMPRESSION_LEVEL, level);
  }

  /// Returns a copy that sets whether compression writes a checksum after the content.
  /// Decompression verifies the checksum.
  ///
  /// @param checksum true to write it
  /// @return the copy
  public ZstdOptions withChecksum(boolean checksum) {
    return with(ZstdCompressionParameter.CHECKSUM, checksum ? 1 : 0);
  }

  /// Returns a copy that sets whether the frame header states the content size, if it is known.
  ///
  /// @param contentSize true to state it
  /// @return the copy
  public ZstdOptions withContentSize(boolean contentSize) {
    return with(ZstdCompressionParameter.CONTENT_SIZE, contentSize ? 1 : 0);
  }

  /// Returns a copy that sets whether frames are written and expected without the four magic bytes.
  ///
  /// @param magicless true for frames without magic bytes; their readers also need this setting
  /// @return the copy
  public ZstdOptions withMagicless(boolean magicless) {
    return with(ZstdCompressionParameter.FORMAT, magicless ? 1 : 0);
  }

  /// Returns a copy with a number of worker threads for compressing large content.
  ///
  /// @param workers threads in addition to the calling one; 0 for none
  /// @return the copy
  /// @throws IllegalArgumentException if the loaded library does not support that many
  public ZstdOptions withWorkers(int workers) {
    return with(ZstdCompressionParameter.WORKERS, workers);
  }

  /// Returns a copy with long-distance matching, within a window of `2^windowLog` bytes.
  /// Decompressing such content as a stream needs that much memory, and
  /// [#withDecompressWindowLogMax(int)] if `windowLog` is above 27.
  ///
  /// @param windowLog log2 of the window size
  /// @return the copy
  /// @throws IllegalArgumentException if the loaded library does not support such a window
  public ZstdOptions withLongDistanceMatching(int windowLog) {
    return with(ZstdCompressionParameter.LONG_DISTANCE_MATCHING, 1)
        .with(ZstdCompressionParameter.WINDOW_LOG, windowLog);
  }

  /// Returns a copy with a dictionary, for compression and decompression. The dictionary must stay
  /// open while the options are in use: after it is closed, every call that needs it throws
  /// [IllegalStateException].
  ///
  /// @param dictionary the dictionary
  /// @return the copy
  /// @throws IllegalArgumentException if another one of these options' dictionaries has the same id
  public ZstdOptions withDictionary(ZstdDictionary dictionary) {
    return new ZstdOptions(
        parameters,
        decompressParameters,
        dictionaries.withMain(Objects.requireNonNull(dictionary, "dictionary")));
  }

  /// Returns a copy with further dictionaries for decompression. Each frame of the input is
  /// decompressed with the dictionary whose id its header states; an [Envelope] selects
  /// dictionaries in the same way. Content that was written with earlier dictionaries thus stays
  /// readable after a new one is deployed.
  ///
  /// Frames that state no id are decompressed with the dictionary of
  /// [#withDictionary(ZstdDictionary)], if there is one. Each dictionary must stay open as long as
  /// these options are in use. After one is closed, calls that need it throw
  /// [IllegalStateException]; so does opening a stream, which holds all dictionaries until it is
  /// closed.
  ///
  /// @param dictionaries the dictionaries, instead of any from an earlier call; one that is also
  ///   the dictionary for compression may be among them
  /// @return the copy
  /// @throws IllegalArgumentException if one of them has no id (raw content), or two have the same
  public ZstdOptions withDecompressionDictionaries(ZstdDictionary... dictionaries) {
    return new ZstdOptions(
        parameters, decompressParameters, this.dictionaries.withOthers(List.of(dictionaries)));
  }

  /// Returns a copy with the largest window for which decompressing a stream may allocate memory.
  /// Decompressing whole segments needs no window.
  ///
  /// @param windowLogMax log2 of the window size, 10 to 31
  /// @return the copy
  /// @throws IllegalArgumentException if the value is not 10 to 31
  public ZstdOptions withDecompressWindowLogMax(int windowLogMax) {
    if (windowLogMax < 10 || windowLogMax > 31) {
      throw new IllegalArgumentException("windowLogMax=" + windowLogMax + " is not 10 to 31");
    }
    return with(ZstdDecompressionParameter.WINDOW_LOG_MAX, windowLogMax);
  }

  /// Returns a copy that sets whether decompression skips the verification of checksums.
  ///
  /// @param ignoreChecksum true to skip verification
  /// @return the copy
  public ZstdOptions withIgnoreChecksum(boolean ignoreChecksum) {
    return with(ZstdDecompressionParameter.FORCE_IGNORE_CHECKSUM, ignoreChecksum ? 1 : 0);
  }

  /// Returns the value that a compression parameter was set to.
  ///
  /// @param parameter the parameter
  /// @return its value; empty if it was not set, so that libzstd's default applies
  public OptionalInt parameter(ZstdCompressionParameter parameter) {
    return optional(parameters.get(Objects.requireNonNull(parameter, "parameter")));
  }

  /// Returns the value that a decompression parameter was set to.
  ///
  /// @param parameter the parameter
  /// @return its value; empty if it was not set, so that libzstd's default applies
  public OptionalInt parameter(ZstdDecompressionParameter parameter) {
    return optional(decompressParameters.get(Objects.requireNonNull(parameter, "parameter")));
  }

  private static OptionalInt optional(@Nullable Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  /// Returns the compression level.
  ///
  /// @return the level that was set; 3 if none was
  public int level() {
    return parameter(ZstdCompressionParameter.COMPRESSION_LEVEL).orElse(ZstdEngine.DEFAULT_LEVEL);
  }

  /// Returns whether compression writes a checksum of the content.
  ///
  /// @return true if it does
  public boolean hasChecksum() {
    return parameter(ZstdCompressionParameter.CHECKSUM).orElse(0) == 1;
  }

  /// Returns whether the frame header states the content size if it is known.
  ///
  /// @return true if it does
  public boolean hasContentSize() {
    return parameter(ZstdCompressionParameter.CONTENT_SIZE).orElse(1) == 1;
  }

  /// Returns whether frames are written without the four magic bytes.
  ///
  /// @return true if they are
  public boolean isMagicless() {
    return parameter(ZstdCompressionParameter.FORMAT).orElse(0) == 1;
  }

  /// Returns the number of threads that compress large content.
  ///
  /// @return threads in addition to the calling one
  public int workers() {
    return parameter(ZstdCompressionParameter.WORKERS).orElse(0);
  }

  /// Returns the dictionary.
  ///
  /// @return the dictionary; null if none was set
  public @Nullable ZstdDictionary dictionary() {
    return dictionaries.main();
  }

  /// Returns the largest window for which decompressing a stream may allocate memory.
  ///
  /// @return log2 of the window size; 27 (128 MiB) if it was not set
  public int decompressWindowLogMax() {
    int set = parameter(ZstdDecompressionParameter.WINDOW_LOG_MAX).orElse(0);
    return set == 0 ? WINDOW_LOG_MAX : set;
  }

  /// Returns whether decompression skips the verification of checksums.
  ///
  /// @return true if it does
  public boolean ignoresChecksum() {
    return parameter(ZstdDecompressionParameter.FORCE_IGNORE_CHECKSUM).orElse(0) == 1;
  }

  /// The codec of these options.
  EngineCodec codec() {
    EngineCodec made = codec;
    if (made == null) {
      made = EngineCodec.uncached(this);
      codec = made;
    }
    return made;
  }

  /// All dictionaries that decompression may use.
  Stream<ZstdDictionary> decompressionDictionaries() {
    return dictionaries.all();
  }

  CompressSettings toCompressSettings() {
    Map<Integer, Integer> byNumber = new LinkedHashMap<>();
    parameters.forEach((parameter, value) -> byNumber.put(parameter.number(), value));
    return new CompressSettings(level(), byNumber, dictionaries.mainDigests());
  }

  DecompressSettings toDecompressSettings() {
    Map<Integer, Integer> byNumber = new LinkedHashMap<>();
    Integer format = parameters.get(ZstdCompressionParameter.FORMAT);
    if (format != null) {
      byNumber.put(ZstdDecompressionParameter.FORMAT.number(), format); // unless set explicitly
    }
    decompressParameters.forEach((parameter, value) -> byNumber.put(parameter.number(), value));
    return new DecompressSettings(
        byNumber, dictionaries.mainDigests(), dictionaries.otherDigests());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ZstdOptions that
        && parameters.equals(that.parameters)
        && decompressParameters.equals(that.decompressParameters)
        && dictionaries.equals(that.dictionaries);
  }

  @Override
  public int hashCode() {
    return Objects.hash(parameters, decompressParameters, dictionaries);
  }

  @Override
  public String toString() {
    return "ZstdOptions"
        + parameters
        + (decompressParameters.isEmpty() ? "" : " " + decompressParameters)
        + dictionaries;
  }
}
