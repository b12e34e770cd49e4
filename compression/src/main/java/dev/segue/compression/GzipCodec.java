// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.deflate.GzipEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.zip.Deflater;

/// The codec of gzip members: libdeflate for segments, the JDK for streams.
final class GzipCodec extends BaseCodec {

  static final int DEFAULT_LEVEL = 6;

  private static final int BUFFER_LENGTH = 32 << 10;

  private final GzipEngine engine;

  GzipCodec(int level) {
    this.engine = FailureTranslation.get(() -> new GzipEngine(level));
  }

  @Override
  GzipEngine engine() {
    return engine;
  }

  @Override
  int level() {
    return engine.level();
  }

  @Override
  CompressionException decompressionFailure(CodecFailure failure, MemorySegment source, long end) {
    return failure.reason() == Reason.MALFORMED_INPUT
            && isChecksumWrong(source, failure.offset(), end)
        ? GzipInputStream.checksumMismatch(failure.offset())
        : FailureTranslation.of(failure);
  }

  /// Returns whether the first member of a range is sound except for its checksum. libdeflate does
  /// not report that, so the member is read again.
  private static boolean isChecksumWrong(MemorySegment source, long offset, long end) {
    byte[] content = new byte[BUFFER_LENGTH];
    try (InputStream in =
        new GzipInputStream(new SegmentInputStream(source, offset, end), Long.MAX_VALUE)) {
      while (in.read(content) >= 0) {
        // until it fails
      }
    } catch (CompressionIOException e) {
      CompressionException flaw = e.getCause();
      return flaw.kind() == Kind.CHECKSUM_MISMATCH && flaw.offset() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not thrown by a stream in memory
    }
    return false;
  }

  @Override
  public OutputStream compressing(OutputStream out) {
    return new GzipOutputStream(out, Math.min(engine.level(), Deflater.BEST_COMPRESSION));
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    return new GzipInputStream(in, maxContentLength);
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.GZIP;
  }

  @Override
  public String toString() {
    return "Codec.gzip(" + engine.level() + ")";
  }
}
