// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.engine;

import java.lang.foreign.MemorySegment;

/// Compresses and decompresses ranges of memory segments in one format, with fixed settings.
///
/// The caller has checked the ranges: both are within their segments, they do not overlap, and the
/// destination is writable. Engines are immutable and thread-safe, and equal if they write the same
/// format with the same settings.
public interface CodecEngine {

  /// Compresses a range of one segment to a range of another.
  ///
  /// @param capacity the most bytes to write
  /// @return bytes written
  /// @throws CodecFailure if the result does not fit
  long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity);

  /// Decompresses a range of one segment to a range of another.
  ///
  /// @param capacity the most bytes to write
  /// @return bytes written
  /// @throws CodecFailure if the source cannot be decompressed, or the content does not fit; its
  ///   offset counts from the start of the source segment
  long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity);

  /// Returns the greatest length of the compressed form of some content. The result is not valid if
  /// the computation overflows, which the caller checks.
  long maxCompressedLength(long sourceLength);

  /// Returns the content length that the source states; -1 if it states none.
  ///
  /// @throws CodecFailure if the source is malformed
  long contentLength(MemorySegment source);

  /// Describes the native library: name, version if known, and origin.
  String libraryDescription();
}
