// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import dev.segue.compression.Codec;
import io.airlift.compress.v3.Compressor;
import io.airlift.compress.v3.Decompressor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/// A library that compresses from native segment to native segment.
public final class OnSegments implements BytesCodec {
  /// Compresses or decompresses.
  @FunctionalInterface
  interface Step {
    /// Converts a segment.
    ///
    /// @return the number of bytes written to the start of the other segment
    long run(MemorySegment from, MemorySegment to);
  }

  private final Step compression;
  private final Step decompression;
  private final MemorySegment payload;
  private final MemorySegment buffer;
  private final MemorySegment restored;
  private final Runnable release;
  private long length;
  private MemorySegment compressed = MemorySegment.NULL;

  private OnSegments(
      Step compression,
      Step decompression,
      MemorySegment payload,
      MemorySegment buffer,
      MemorySegment restored,
      Runnable release) {
    this.compression = compression;
    this.decompression = decompression;
    this.payload = payload;
    this.buffer = buffer;
    this.restored = restored;
    this.release = release;
  }

  /// Creates a codec for each payload. The codecs share the segment for decompression; closing the
  /// first one releases all.
  ///
  /// @param bound returns the maximum compressed length
  /// @param release runs when the first codec is closed
  static BytesCodec[] of(
      byte[][] payloads,
      IntToLongFunction bound,
      Step compression,
      Step decompression,
      Runnable release) {
    var arena = Arena.ofConfined();
    MemorySegment restored =
        arena.allocate(Stream.of(payloads).mapToInt(payload -> payload.length).max().orElse(0));
    var codecs = new BytesCodec[payloads.length];
    for (int i = 0; i < codecs.length; i++) {
      Runnable all =
          () -> {
            release.run();
            arena.close();
          };
      codecs[i] =
          new OnSegments(
              compression,
              decompression,
              arena.allocateFrom(ValueLayout.JAVA_BYTE, payloads[i]),
              arena.allocate(bound.applyAsLong(payloads[i].length)),
              restored,
              i == 0 ? all : () -> {});
    }
    return codecs;
  }

  /// Creates a codec that uses Segue.
  public static BytesCodec of(Codec codec, byte[] payload) {
    return of(
        new byte[][] {payload},
        codec::maxCompressedLength,
        codec::compress,
        codec::decompress,
        () -> {})[0];
  }

  /// Creates a codec that uses aircompressor.
  public static BytesCodec of(Compressor compressor, Decompressor decompressor, byte[] payload) {
    return of(
        new byte[][] {payload},
        compressor::maxCompressedLength,
        compressor::compress,
        decompressor::decompress,
        () -> {})[0];
  }

  @Override
  public long compress() {
    length = compression.run(payload, buffer);
    return length;
  }

  @Override
  public long decompress() {
    if (compressed.byteSize() != length) {
      compressed = buffer.asSlice(0, length);
    }
    return decompression.run(compressed, restored);
  }

  @Override
  public byte[] decompressed() {
    return restored.asSlice(0, payload.byteSize()).toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  public void close() {
    release.run();
  }
}
