// SPDX-License-Identifier: Apache-2.0

/// Compression of memory segments, byte arrays, buffers and streams with zstd, LZ4, Snappy, gzip
/// and Brotli, through their C libraries.
///
/// To begin with:
/// - [Codec][dev.segue.compression.Codec] compresses and decompresses, in any of the formats;
/// - [CompressionException][dev.segue.compression.CompressionException] is thrown if this fails;
/// - [CompressionIOException][dev.segue.compression.CompressionIOException] is its equivalent for
///   streams and channels.
///
/// Small values of one kind, and content that might not compress:
/// - [ZstdDictionary][dev.segue.compression.ZstdDictionary] is trained on such values;
/// - [ZstdOptions][dev.segue.compression.ZstdOptions] are a zstd codec's settings, such as its
///   dictionary;
/// - [Envelope][dev.segue.compression.Envelope] compresses content if this saves enough, and states
///   the format;
/// - [CompressionPolicy][dev.segue.compression.CompressionPolicy] decides whether it saves enough.
///
/// Everything else is for special tasks.
///
/// Choosing a format at run time:
/// - [CompressionFormat][dev.segue.compression.CompressionFormat] identifies a codec's format, and
///   reports whether its library is available.
///
/// Tuning zstd:
/// - [ZstdCompressionParameter][dev.segue.compression.ZstdCompressionParameter] and
///   [ZstdDecompressionParameter][dev.segue.compression.ZstdDecompressionParameter] are libzstd's
///   parameters.
///
/// Compressing piece by piece, with flushes, prefixes, or in the caller's memory:
/// - [ZstdCompressor][dev.segue.compression.ZstdCompressor];
/// - [ZstdDecompressor][dev.segue.compression.ZstdDecompressor].
///
/// Working with zstd frames and files:
/// - [ZstdFrame][dev.segue.compression.ZstdFrame] describes a frame, handles skippable frames, and
///   decompresses in place;
/// - [ZstdSeekable][dev.segue.compression.ZstdSeekable] reads and writes the seekable format, for
///   access to any part of the content.
///
/// Monitoring:
/// - [CompressionMemory][dev.segue.compression.CompressionMemory] reports the native memory in use.
@NullMarked
package dev.segue.compression;

import org.jspecify.annotations.NullMarked;
