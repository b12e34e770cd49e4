// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.compression.Codec;
import dev.segue.compression.Envelope;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Values that zstd-jni has compressed, read and written with Segue. The marked parts are the
/// snippets of docs/migrate/zstd-jni.md.
final class ZstdJniMigrationExample {

  // tag::after[]
  /// Small values, compressed with a dictionary.
  static final class Values implements AutoCloseable {

    private static final int MOST_BYTES = 64 << 10;

    private final ZstdDictionary dictionary;
    private final Codec frames;
    private final Envelope envelopes;

    Values(byte[] trained) {
      dictionary = ZstdDictionary.of(trained);
      frames = Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary));
      envelopes = Envelope.of(frames);
    }

    /// A frame, which zstd-jni can read.
    byte[] frame(byte[] value) {
      return frames.compress(value);
    }

    /// An envelope, which is shorter, and which only Segue can read.
    byte[] write(byte[] value) {
      return envelopes.encode(value);
    }

    byte[] read(byte[] stored) {
      return isFrame(stored)
          ? frames.decompress(stored, MOST_BYTES)
          : envelopes.decode(stored, MOST_BYTES);
    }

    /// Every zstd frame starts with 28 B5 2F FD, and no envelope does.
    private static boolean isFrame(byte[] stored) {
      return stored.length >= 4
          && stored[0] == 0x28
          && stored[1] == (byte) 0xB5
          && stored[2] == 0x2F
          && stored[3] == (byte) 0xFD;
    }

    @Override
    public void close() {
      dictionary.close();
    }
  }

  // end::after[]

  private ZstdJniMigrationExample() {}

  // tag::streams[]
  static void compress(InputStream in, OutputStream out) throws IOException {
    ZstdOptions options = ZstdOptions.defaults().withLevel(9).withChecksum(true).withWorkers(2);
    try (OutputStream compressing = Codec.zstd(options).compressing(out)) {
      in.transferTo(compressing);
    }
  }

  static void decompress(InputStream in, OutputStream out) throws IOException {
    try (InputStream content = Codec.zstd().decompressing(in, 1L << 30)) { // at most 1 GiB
      content.transferTo(out);
    }
  }

  // end::streams[]

  public static void main(String[] args) throws IOException {
    byte[] value = order(4711);
    try (ZstdDictionary trained = ZstdDictionary.train(samples(), 4096);
        Values values = new Values(trained.toByteArray())) {
      byte[] frame = values.frame(value);
      byte[] envelope = values.write(value);
      System.out.printf(
          "%d bytes: a frame of %d, an envelope of %d%n",
          value.length, frame.length, envelope.length);
      System.out.println("Frame read: " + Arrays.equals(value, values.read(frame)));
      System.out.println("Envelope read: " + Arrays.equals(value, values.read(envelope)));
    }
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    compress(new ByteArrayInputStream(value), compressed);
    decompress(new ByteArrayInputStream(compressed.toByteArray()), content);
    System.out.println("Stream read: " + Arrays.equals(value, content.toByteArray()));
  }

  static List<MemorySegment> samples() {
    return IntStream.range(0, 2000).mapToObj(id -> MemorySegment.ofArray(order(id))).toList();
  }

  static byte[] order(int id) {
    String article = List.of("gears", "wheels", "axles", "bolts", "frames").get(id % 5);
    return "{\"order\":%d,\"article\":\"%s\",\"quantity\":%d,\"currency\":\"EUR\"}"
        .formatted(id * 37L, article, id % 11)
        .getBytes(StandardCharsets.UTF_8);
  }
}
