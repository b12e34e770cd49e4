// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.zstd.ParameterBounds;
import dev.segue.compression.zstd.ZstdLibrary;

/// A parameter of zstd's compressor (`ZSTD_c_...` in zstd.h, which says more about each); those of
/// the decompressor are [ZstdDecompressParameter].
///
/// The loaded library decides which ones it has and which values they take: ask [#isSupported()],
/// [#lowerBound()] and [#upperBound()]. Switches are 0 or 1.
public enum ZstdParameter {
  /// The level; sets those from `WINDOW_LOG` to `STRATEGY` that are not set themselves.
  COMPRESSION_LEVEL(100),
  /// Log2 of the distance that matches are found at.
  WINDOW_LOG(101),
  /// Log2 of the size of the first search table.
  HASH_LOG(102),
  /// Log2 of the size of the multi-probe search table.
  CHAIN_LOG(103),
  /// Log2 of the number of search attempts.
  SEARCH_LOG(104),
  /// The shortest match looked for.
  MIN_MATCH(105),
  /// What counts as long enough, by strategy.
  TARGET_LENGTH(106),
  /// The search strategy, 1 (fast) to 9 (btultra2).
  STRATEGY(107),
  /// Aims at compressed blocks of this size, for less latency.
  TARGET_BLOCK_SIZE(130),
  /// Long-distance matching: 0 automatic, 1 on, 2 off.
  LONG_DISTANCE_MATCHING(160),
  /// Log2 of the size of the long-distance table.
  LDM_HASH_LOG(161),
  /// The shortest long-distance match.
  LDM_MIN_MATCH(162),
  /// Log2 of the bucket size of the long-distance table.
  LDM_BUCKET_SIZE_LOG(163),
  /// Log2 of how seldom the long-distance table is updated.
  LDM_HASH_RATE_LOG(164),
  /// Whether the header tells the content size, when it is known.
  CONTENT_SIZE(200),
  /// Whether the content is followed by its checksum.
  CHECKSUM(201),
  /// Whether the header tells the dictionary's id.
  DICTIONARY_ID(202),
  /// Threads that compress; 0 is the calling one alone.
  WORKERS(400),
  /// The size of one thread's job.
  JOB_SIZE(401),
  /// How much of the job before a job looks at.
  OVERLAP_LOG(402),
  /// Makes the result change little where the content changes little.
  RSYNCABLE(500),
  /// The frame format: 0 with magic, 1 without.
  FORMAT(10),
  /// Makes back-references never reach beyond the window size as written.
  FORCE_MAX_WINDOW(1000),
  /// How a dictionary's tables are taken over.
  FORCE_ATTACH_DICTIONARY(1001),
  /// Whether literals are compressed.
  LITERAL_COMPRESSION_MODE(1002),
  /// About how long the content of a stream will be.
  SOURCE_SIZE_HINT(1004),
  /// Search structures made for dictionaries.
  DEDICATED_DICTIONARY_SEARCH(1005),
  /// The caller keeps a stream's input in place; native segments only.
  STABLE_IN_BUFFER(1006),
  /// The caller keeps a stream's output in place; native segments only.
  STABLE_OUT_BUFFER(1007),
  /// Whether sequences come with block delimiters.
  BLOCK_DELIMITERS(1008),
  /// Whether sequences are validated.
  VALIDATE_SEQUENCES(1009),
  /// Splits blocks where that pays.
  BLOCK_SPLITTER(1010),
  /// Uses the row-based match finder.
  ROW_MATCH_FINDER(1011),
  /// Makes the result with a prefix the same wherever the prefix lies in memory.
  DETERMINISTIC_REF_PREFIX(1012),
  /// Prefetches a dictionary's tables.
  PREFETCH_DICTIONARY_TABLES(1013),
  /// Falls back to zstd's own matching where an external one fails.
  SEQUENCE_PRODUCER_FALLBACK(1014),
  /// The most content of one block.
  MAX_BLOCK_SIZE(1015),
  /// Looks for repeated offsets in sequences from outside.
  SEARCH_FOR_EXTERNAL_REPCODES(1016),
  /// How hard to look for places where splitting a block pays, 0 to 6; since zstd 1.5.7.
  BLOCK_SPLITTER_LEVEL(1017);

  private final int number;

  ZstdParameter(int number) {
    this.number = number;
  }

  /// The number of this parameter in zstd.h.
  int number() {
    return number;
  }

  /// Whether the loaded library has this parameter.
  ///
  /// @return true when it can be set
  public boolean isSupported() {
    ZstdLibrary.require();
    return ParameterBounds.ofCompression(number).isPresent();
  }

  /// The smallest value the loaded library takes.
  ///
  /// @return the value
  /// @throws CompressionException of kind `UNSUPPORTED` when it does not have the parameter
  public int lowerBound() {
    return bounds().lower();
  }

  /// The largest value the loaded library takes.
  ///
  /// @return the value
  /// @throws CompressionException of kind `UNSUPPORTED` when it does not have the parameter
  public int upperBound() {
    return bounds().upper();
  }

  ParameterBounds bounds() {
    ZstdLibrary.require();
    return ParameterBounds.require(ParameterBounds.ofCompression(number), this);
  }
}
