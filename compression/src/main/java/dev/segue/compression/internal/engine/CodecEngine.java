// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.engine;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Compresses and decompresses ranges of memory segments in one format, with fixed settings.
///
/// The caller has checked the ranges: both are within their segments, they do not overlap, and the
/// destination is writable. Engines are immutable and thread-safe, and equal if they write the same
/// format with the same settings.
public interface CodecEngine {

  /// Stands for an unknown content length.
  long UNKNOWN_LENGTH = -1;

  /// Compresses a range of one segment to a range of another.
  ///
  /// @param capacity the maximum number of bytes to write
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
  /// @param capacity the maximum number of bytes to write
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

  /// Returns the maximum length of the compressed form of content of a given length. The caller
  /// checks whether the computation has overflowed.
  long maxCompressedLength(long sourceLength);

  /// Returns the content length that the source states; [#UNKNOWN_LENGTH] if it states none.
  ///
  /// @throws CodecFailure if the source is malformed
  long contentLength(MemorySegment source);

  /// Describes the native library: name, version if known, and origin.
  String libraryDescription();

  /// Returns the level at which the engine compresses; 0 if its format has no levels.
  default int level() {
    return 0;
  }

  /// Returns a stream that compresses to another one, which is closed with it.
  ///
  /// @param contentLength the exact length of the content; [#UNKNOWN_LENGTH] if it is not known
  /// @param failures translates the exceptions of the stream
  /// @throws IllegalArgumentException if the length is below [#UNKNOWN_LENGTH]
  /// @throws UnsupportedOperationException if the format has no stream form
  OutputStream compressing(OutputStream out, long contentLength, StreamFailures failures);

  /// Returns a stream that decompresses another one, which is closed with it.
  ///
  /// @param maxContentLength the longest content to accept
  /// @param failures translates the exceptions of the stream
  /// @throws IllegalArgumentException if `maxContentLength` is negative
  /// @throws UnsupportedOperationException if the format has no stream form
  InputStream decompressing(InputStream in, long maxContentLength, StreamFailures failures);

  /// Returns the exception of a format without a stream form.
  static UnsupportedOperationException noStream(String format) {
    return new UnsupportedOperationException("there is no stream form of " + format);
  }
}
