// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import dev.segue.compression.Codec;
import dev.segue.compression.Envelope;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import io.airlift.compress.v3.zstd.ZstdNativeCompressor;
import io.airlift.compress.v3.zstd.ZstdNativeDecompressor;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Opens the libraries by their names in the tables, all at the same level and with reused contexts
/// and buffers, except `zstd-jni-static`, which reuses none.
public final class ZstdLibraries {
  /// The level of all libraries with levels: zstd's default. aircompressor's Java code has a
  /// single, similar level.
  static final int LEVEL = 3;

  /// A later release of zstd-jni, which uses `java.lang.foreign`.
  static final String ZSTD_JNI_FFM = "zstd-jni-ffm";

  /// The maximum length of a dictionary: a hundredth of its training data.
  private static final int DICTIONARY_BYTES = 8 * 1024;

  private static final int SAMPLE_BYTES = 100 * DICTIONARY_BYTES;

  private ZstdLibraries() {}

  /// Sets up a library for a payload, and checks a round trip.
  ///
  /// @throws IllegalArgumentException if the library is unknown
  public static BytesCodec open(String library, byte[] payload) {
    BytesCodec codec =
        switch (library) {
          case "segue-segment" -> OnSegments.of(Codec.zstd(LEVEL), payload);
          case "segue-bytes" -> segueOnArrays(payload);
          case "zstd-jni" -> zstdJni(new byte[][] {payload}, null)[0];
          case ZSTD_JNI_FFM -> zstdJniFfm(payload);
          case "zstd-jni-direct" -> new ZstdJniDirect(payload);
          // Static methods are the shortest code, and the usual one in published tables.
          case "zstd-jni-static" ->
              new NewArrays(
                  bytes -> Zstd.compress(bytes, LEVEL),
                  bytes -> Zstd.decompress(bytes, payload.length),
                  payload);
          case "aircompressor-native" ->
              OnSegments.of(new ZstdNativeCompressor(LEVEL), new ZstdNativeDecompressor(), payload);
          case "aircompressor-java" ->
              OnArrays.of(new ZstdJavaCompressor(), new ZstdJavaDecompressor(), payload);
          default -> throw new IllegalArgumentException("unknown library: " + library);
        };
    return codec.checked(library, payload);
  }

  /// Sets up a library for each of many messages, and checks their round trips. The codecs share
  /// contexts and the buffer for decompression; [BytesCodec#close] of the first one releases all.
  ///
  /// @param dictionary whether to use one; the same for every library, trained with other messages
  /// @throws IllegalArgumentException if the library is unknown
  public static BytesCodec[] open(String library, byte[][] messages, boolean dictionary) {
    byte[] trained = dictionary ? train(messages[0].length) : null;
    BytesCodec[] codecs =
        switch (library) {
          case "segue-segment" -> segue(messages, trained, false);
          case "segue-envelope" -> segue(messages, trained, true);
          case "zstd-jni" -> zstdJni(messages, trained);
          default -> throw new IllegalArgumentException("unknown library: " + library);
        };
    for (int i = 0; i < codecs.length; i++) {
      codecs[i].checked(library, messages[i]);
    }
    return codecs;
  }

  private static byte[] train(int messageBytes) {
    byte[][] samples = Payload.messages(1, SAMPLE_BYTES / messageBytes, messageBytes);
    var segments = Stream.of(samples).map(MemorySegment::ofArray).toList();
    try (var dictionary = ZstdDictionary.train(segments, DICTIONARY_BYTES)) {
      return dictionary.toByteArray();
    }
  }

  private static BytesCodec[] segue(
      byte[][] messages, byte @Nullable [] trained, boolean envelopes) {
    var options = ZstdOptions.defaults().withLevel(LEVEL);
    if (trained == null) {
      return segue(messages, Codec.zstd(options), envelopes, () -> {});
    }
    var dictionary = ZstdDictionary.of(MemorySegment.ofArray(trained));
    Codec codec = Codec.zstd(options.withDictionary(dictionary));
    return segue(messages, codec, envelopes, dictionary::close);
  }

  private static BytesCodec[] segue(
      byte[][] messages, Codec codec, boolean envelopes, Runnable release) {
    if (!envelopes) {
      return OnSegments.of(
          messages, codec::maxCompressedLength, codec::compress, codec::decompress, release);
    }
    var envelope = Envelope.of(codec);
    return OnSegments.of(
        messages, envelope::maxEncodedLength, envelope::encode, envelope::decode, release);
  }

  /// Wraps the arrays for each call, as a caller would.
  private static BytesCodec segueOnArrays(byte[] payload) {
    Codec codec = Codec.zstd(LEVEL);
    return OnArrays.of(
        payload,
        codec::maxCompressedLength,
        (from, _, to) -> codec.compress(MemorySegment.ofArray(from), MemorySegment.ofArray(to)),
        (from, length, to) ->
            codec.decompress(
                MemorySegment.ofArray(from).asSlice(0, length), MemorySegment.ofArray(to)),
        () -> {});
  }

  private static BytesCodec[] zstdJni(byte[][] payloads, byte @Nullable [] trained) {
    var compressor = new ZstdCompressCtx().setLevel(LEVEL);
    var decompressor = new ZstdDecompressCtx();
    if (trained == null) {
      return zstdJni(payloads, compressor, decompressor, () -> {});
    }
    var digested = new ZstdDictCompress(trained, LEVEL);
    var digestedToRead = new ZstdDictDecompress(trained);
    compressor.loadDict(digested);
    decompressor.loadDict(digestedToRead);
    return zstdJni(
        payloads,
        compressor,
        decompressor,
        () -> {
          digested.close();
          digestedToRead.close();
        });
  }

  private static BytesCodec[] zstdJni(
      byte[][] payloads,
      ZstdCompressCtx compressor,
      ZstdDecompressCtx decompressor,
      Runnable release) {
    return OnArrays.of(
        payloads,
        Zstd::compressBound,
        (from, length, to) -> compressor.compressByteArray(to, 0, to.length, from, 0, length),
        (from, length, to) -> decompressor.decompressByteArray(to, 0, to.length, from, 0, length),
        () -> {
          compressor.close();
          decompressor.close();
          release.run();
        });
  }

  private static BytesCodec zstdJniFfm(byte[] payload) {
    String origin = String.valueOf(Zstd.class.getProtectionDomain().getCodeSource());
    if (!origin.contains(ZSTD_JNI_FFM)) {
      throw new IllegalStateException(
          "the wrong version of zstd-jni is on the class path: " + origin);
    }
    return zstdJni(new byte[][] {payload}, null)[0];
  }
}
