// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.zstd.ParameterBounds;
import dev.segue.compression.internal.zstd.ZstdLibrary;
import java.util.Optional;

/// A parameter of zstd compression (`ZSTD_c_...` in zstd.h, which documents each in detail). The
/// parameters of decompression are in [ZstdDecompressionParameter].
///
/// The loaded library decides which parameters exist and which values they accept: see
/// [#isSupported()], [#lowerBound()] and [#upperBound()]. Unless stated otherwise, a switch is 0
/// (off) or 1 (on). Parameters that libzstd calls experimental may change their meaning, or
/// disappear, with another version of the library.
///
/// Later versions may add constants; a `switch` needs a `default`.
public enum ZstdCompressionParameter {
  /// The compression level. It determines the parameters from `WINDOW_LOG` to `STRATEGY` that are
  /// not set explicitly.
  COMPRESSION_LEVEL(100),
  /// Log2 of the window size: the largest distance at which matches are found.
  WINDOW_LOG(101),
  /// Log2 of the size of the initial search table.
  HASH_LOG(102),
  /// Log2 of the size of the multi-probe search table.
  CHAIN_LOG(103),
  /// Log2 of the number of search attempts.
  SEARCH_LOG(104),
  /// The length of the shortest match that is searched for.
  MIN_MATCH(105),
  /// The match length at which the search stops; its effect depends on the strategy.
  TARGET_LENGTH(106),
  /// The search strategy, 1 (fast) to 9 (btultra2).
  STRATEGY(107),
  /// The target size of compressed blocks; small blocks reduce latency. Since zstd 1.5.6.
  TARGET_BLOCK_SIZE(130),
  /// Long-distance matching: 0 automatic, 1 on, 2 off.
  LONG_DISTANCE_MATCHING(160),
  /// Log2 of the size of the table for long-distance matching.
  LDM_HASH_LOG(161),
  /// The length of the shortest long-distance match.
  LDM_MIN_MATCH(162),
  /// Log2 of the size of each bucket in the table for long-distance matching.
  LDM_BUCKET_SIZE_LOG(163),
  /// Log2 of the distance between insertions into the table for long-distance matching.
  LDM_HASH_RATE_LOG(164),
  /// Whether the frame header states the content size if it is known.
  CONTENT_SIZE(200),
  /// Whether a checksum of the content is written after it.
  CHECKSUM(201),
  /// Whether the frame header states the dictionary id.
  DICTIONARY_ID(202),
  /// The number of worker threads; 0 compresses on the calling thread.
  WORKERS(400),
  /// The size of a worker's job, in bytes.
  JOB_SIZE(401),
  /// The part of the previous job that a job can refer to: 0 (automatic), 1 (nothing) to 9 (a full
  /// window).
  OVERLAP_LOG(402),
  /// Keeps the compressed form similar for similar content, for rsync; needs workers. Experimental
  /// in libzstd.
  RSYNCABLE(500),
  /// The frame format: 0 with magic bytes, 1 without. Experimental in libzstd.
  FORMAT(10),
  /// Whether matches stay within the window even if they refer to a dictionary. Experimental in
  /// libzstd.
  FORCE_MAX_WINDOW(1000),
  /// Whether the tables of a dictionary are referenced, copied or loaded again. Experimental in
  /// libzstd.
  FORCE_ATTACH_DICTIONARY(1001),
  /// Whether literals are compressed: 0 automatic, 1 on, 2 off. Experimental in libzstd.
  LITERAL_COMPRESSION_MODE(1002),
  /// The approximate length of a stream's content, in bytes. Experimental in libzstd.
  SOURCE_SIZE_HINT(1004),
  /// Whether dictionaries get dedicated search tables. Experimental in libzstd.
  DEDICATED_DICTIONARY_SEARCH(1005),
  /// Whether the source of a [ZstdCompressor] stays in place between steps; it must be native
  /// memory. Experimental in libzstd.
  STABLE_IN_BUFFER(1006),
  /// Whether the destination of a [ZstdCompressor] stays in place between steps; it must be native
  /// memory. Experimental in libzstd.
  STABLE_OUT_BUFFER(1007),
  /// Whether blocks are split where that saves space: 0 automatic, 1 on, 2 off. Experimental in
  /// libzstd.
  BLOCK_SPLITTER(1010),
  /// Whether the row-based match finder is used: 0 automatic, 1 on, 2 off. Experimental in libzstd.
  ROW_MATCH_FINDER(1011),
  /// Whether the result is independent of the position of a prefix in memory. Experimental in
  /// libzstd.
  DETERMINISTIC_REF_PREFIX(1012),
  /// Whether the tables of a dictionary are prefetched: 0 automatic, 1 on, 2 off. Experimental in
  /// libzstd.
  PREFETCH_DICTIONARY_TABLES(1013),
  /// The maximum content of one block, in bytes. Experimental in libzstd.
  MAX_BLOCK_SIZE(1015),
  /// The effort spent on splitting blocks, 0 (automatic) to 6. Since zstd 1.5.7. Experimental in
  /// libzstd.
  BLOCK_SPLITTER_LEVEL(1017);

  private final int number;

  ZstdCompressionParameter(int number) {
    this.number = number;
  }

  /// The number of this parameter in zstd.h.
  int number() {
    return number;
  }

  /// Returns whether the loaded library has this parameter.
  ///
  /// @return true if it can be set
  public boolean isSupported() {
    return supportedBounds().isPresent();
  }

  /// Returns the smallest value that the loaded library accepts.
  ///
  /// @return the value
  /// @throws CompressionException of kind `UNSUPPORTED` if it does not have the parameter
  public int lowerBound() {
    return bounds().lower();
  }

  /// Returns the largest value that the loaded library accepts.
  ///
  /// @return the value
  /// @throws CompressionException of kind `UNSUPPORTED` if it does not have the parameter
  public int upperBound() {
    return bounds().upper();
  }

  ParameterBounds bounds() {
    return FailureTranslation.get(() -> ParameterBounds.require(supportedBounds(), this));
  }

  private Optional<ParameterBounds> supportedBounds() {
    return FailureTranslation.get(() -> {
      ZstdLibrary.require();
      return ParameterBounds.ofCompression(number);
    });
  }
}
