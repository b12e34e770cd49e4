// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import java.util.function.Supplier;

/// The compressed formats that a [Codec] can read and write.
///
/// Later versions may add constants, so a `switch` over formats needs a `default`.
public enum CompressionFormat {
  /// Zstandard frames (RFC 8878); see [Codec#zstd()].
  ZSTD(Codec::zstd),
  /// LZ4 frames, the format of the `lz4` command; see [Codec#lz4()].
  LZ4(Codec::lz4),
  /// A single LZ4 block without a frame; see [Codec#lz4Raw()].
  LZ4_RAW(Codec::lz4Raw),
  /// A single Snappy block without framing; see [Codec#snappy()].
  SNAPPY(Codec::snappy),
  /// gzip members (RFC 1952); see [Codec#gzip()].
  GZIP(Codec::gzip),
  /// A Brotli stream (RFC 7932); see [Codec#brotli()].
  BROTLI(Codec::brotli),
  /// The content as it is, not compressed; see [Codec#stored()].
  STORED(Codec::stored);

  private final Supplier<Codec> defaultCodec;

  CompressionFormat(Supplier<Codec> defaultCodec) {
    this.defaultCodec = defaultCodec;
  }

  /// Returns whether this format's native library can be loaded here. If so, it is loaded.
  ///
  /// The jar does not contain every library for every platform (for example, no libbrotli for Linux
  /// on ppc64le), and the system might lack it, too.
  ///
  /// @return true if the factory methods of [Codec] for this format work; always true for [#STORED]
  public boolean isAvailable() {
    try {
      Codec _ = defaultCodec.get();
      return true;
    } catch (CompressionException e) {
      if (e.kind() == Kind.LIBRARY_NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /// A codec of this format at its default level.
  ///
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  Codec defaultCodec() {
    return defaultCodec.get();
  }
}
