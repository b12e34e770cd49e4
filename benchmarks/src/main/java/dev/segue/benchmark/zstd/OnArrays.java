// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import io.airlift.compress.v3.Compressor;
import io.airlift.compress.v3.Decompressor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/// A library that compresses from byte array to byte array.
public final class OnArrays implements BytesCodec {
  /// Compresses or decompresses.
  @FunctionalInterface
  public interface Step {
    /// Converts the first bytes of an array.
    ///
    /// @return the number of bytes written to the start of the other array
    long run(byte[] from, int length, byte[] to) throws IOException;
  }

  private final Step compression;
  private final Step decompression;
  private final byte[] payload;
  private final byte[] compressed;
  private final byte[] restored;
  private final Runnable release;
  private int length;

  private OnArrays(
      Step compression,
      Step decompression,
      byte[] payload,
      byte[] compressed,
      byte[] restored,
      Runnable release) {
    this.compression = compression;
    this.decompression = decompression;
    this.payload = payload;
    this.compressed = compressed;
    this.restored = restored;
    this.release = release;
  }

  /// Creates a codec.
  ///
  /// @param bound returns the maximum compressed length
  /// @param release runs when the codec is closed
  public static BytesCodec of(
      byte[] payload,
      IntToLongFunction bound,
      Step compression,
      Step decompression,
      Runnable release) {
    return of(new byte[][] {payload}, bound, compression, decompression, release)[0];
  }

  /// Creates a codec for each payload. The codecs share the array for decompression; closing the
  /// first one releases all.
  static BytesCodec[] of(
      byte[][] payloads,
      IntToLongFunction bound,
      Step compression,
      Step decompression,
      Runnable release) {
    var restored =
        new byte[Stream.of(payloads).mapToInt(payload -> payload.length).max().orElse(0)];
    var codecs = new BytesCodec[payloads.length];
    for (int i = 0; i < codecs.length; i++) {
      var compressed = new byte[Math.toIntExact(bound.applyAsLong(payloads[i].length))];
      codecs[i] =
          new OnArrays(
              compression,
              decompression,
              payloads[i],
              compressed,
              restored,
              i == 0 ? release : () -> {});
    }
    return codecs;
  }

  /// Creates a codec that uses aircompressor.
  public static BytesCodec of(Compressor compressor, Decompressor decompressor, byte[] payload) {
    return of(
        payload,
        compressor::maxCompressedLength,
        (from, length, to) -> compressor.compress(from, 0, length, to, 0, to.length),
        (from, length, to) -> decompressor.decompress(from, 0, length, to, 0, to.length),
        () -> {});
  }

  @Override
  public long compress() {
    try {
      length = (int) compression.run(payload, payload.length, compressed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return length;
  }

  @Override
  public long decompress() {
    try {
      return decompression.run(compressed, length, restored);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public byte[] decompressed() {
    return Arrays.copyOf(restored, payload.length);
  }

  @Override
  public void close() {
    release.run();
  }
}
