// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.deflate.GzipEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

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
    CompressionException flaw =
        failure.reason() == Reason.MALFORMED_INPUT ? flaw(source, failure.offset(), end) : null;
    return flaw != null ? flaw : FailureTranslation.of(failure);
  }

  /// Returns what is wrong with the first member of a range, or null if nothing is. libdeflate
  /// gives no reason for a failure, so the stream decodes the member a second time.
  private static @Nullable CompressionException flaw(MemorySegment source, long offset, long end) {
    byte[] content = new byte[BUFFER_LENGTH];
    try (InputStream in =
        new GzipInputStream(new SegmentInputStream(source, offset, end), Long.MAX_VALUE, offset)) {
      while (in.read(content) >= 0) {
        // until it fails
      }
    } catch (CompressionIOException e) {
      CompressionException flaw = e.getCause();
      return flaw.offset() == offset ? flaw : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not thrown by a stream in memory
    }
    return null;
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength) {
    return new GzipOutputStream(
        out, contentLength, Math.min(engine.level(), Deflater.BEST_COMPRESSION));
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
