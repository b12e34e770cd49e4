// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.compression.Codec;
import dev.segue.compression.Envelope;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Compression in four steps: arrays, memory segments, streams, and small values with a dictionary.
/// The marked parts are the snippets of `docs/compression.md` and `docs/dictionaries.md`.
final class CompressionQuickStart {

  private CompressionQuickStart() {}

  public static void main(String[] args) throws IOException {
    byte[] data =
        "the quick brown fox jumps over the lazy dog, "
            .repeat(200)
            .getBytes(StandardCharsets.UTF_8);
    arrays(data);
    segments(MemorySegment.ofArray(data));
    Path directory = Files.createTempDirectory("segue-example-");
    try {
      streams(data, directory.resolve("report.zst"));
      smallValues(directory);
    } finally {
      try (var files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
  }

  private static void arrays(byte[] data) {
    // tag::arrays[]
    Codec zstd = Codec.zstd(); // immutable, thread-safe: keep it in a constant
    byte[] compressed = zstd.compress(data);
    byte[] restored = zstd.decompress(compressed, 16 << 20); // refuses to produce more than 16 MiB
    // end::arrays[]
    System.out.printf("%d bytes became %d%n", data.length, compressed.length);
    System.out.println("Array restored: " + Arrays.equals(data, restored));
  }

  private static void segments(MemorySegment source) {
    Codec zstd = Codec.zstd();
    MemorySegment buffer =
        MemorySegment.ofArray(new byte[(int) zstd.maxCompressedLength(source.byteSize())]);
    // tag::segments[]
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment compressed = zstd.compress(source, arena);
      MemorySegment restored = zstd.decompress(compressed, 16 << 20, arena);
      // end::segments[]
      System.out.println("Segment restored: " + (source.mismatch(restored) == -1));
      // tag::segments[]
    }
    long written = zstd.compress(source, buffer); // maxCompressedLength(..) bytes always suffice
    // end::segments[]
    System.out.println("Written to the buffer: " + (written > 0));
  }

  private static void streams(byte[] data, Path file) throws IOException {
    Codec zstd = Codec.zstd();
    Report report = new Report(new String(data, StandardCharsets.UTF_8));
    ByteArrayOutputStream sink = new ByteArrayOutputStream();
    // tag::streams[]
    try (var out = zstd.compressing(Files.newOutputStream(file))) {
      report.writeTo(out);
    }
    try (var in = zstd.decompressing(Files.newInputStream(file), 1L << 30)) {
      in.transferTo(sink);
    }
    // end::streams[]
    System.out.println("Stream restored: " + Arrays.equals(data, sink.toByteArray()));
  }

  private static void smallValues(Path directory) throws IOException {
    Path file = directory.resolve("orders.dict");
    try (ZstdDictionary trained = ZstdDictionary.train(samples(), 4096)) {
      trained.save(file);
    }
    byte[] value = order(4711);
    // tag::small-values[]
    try (ZstdDictionary dictionary = ZstdDictionary.load(file)) {
      Envelope orders = Envelope.of(Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary)));
      byte[] kept = orders.encode(value); // stored as is when compression does not pay
      byte[] same = orders.decode(kept, 64 << 10);
      // end::small-values[]
      System.out.printf("An order of %d bytes is kept as %d%n", value.length, kept.length);
      System.out.println("Order restored: " + Arrays.equals(value, same));
      rollout(dictionary, value, kept);
      // tag::small-values[]
    }
    // end::small-values[]
  }

  /// Replaces a dictionary by another one, while values of both can still be read.
  private static void rollout(ZstdDictionary previous, byte[] value, byte[] keptBefore) {
    try (ZstdDictionary next = ZstdDictionary.train(samples().subList(500, 2000), 4096)) {
      // tag::rollout[]
      ZstdOptions both =
          ZstdOptions.defaults().withDictionary(next).withDecompressionDictionaries(previous);
      Envelope orders = Envelope.of(Codec.zstd(both));
      byte[] keptNow = orders.encode(value); // with the new dictionary
      byte[] old = orders.decode(keptBefore, 64 << 10); // with the one it was written with
      byte[] recent = orders.decode(keptNow, 64 << 10);
      // end::rollout[]
      System.out.println(
          "Both read: " + (Arrays.equals(value, old) && Arrays.equals(value, recent)));
    }
  }

  private record Report(String text) {
    void writeTo(OutputStream out) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static List<MemorySegment> samples() {
    return IntStream.range(0, 2000).mapToObj(id -> MemorySegment.ofArray(order(id))).toList();
  }

  private static byte[] order(int id) {
    String article = List.of("gears", "wheels", "axles", "bolts", "frames").get(id % 5);
    return "{\"order\":%d,\"article\":\"%s\",\"quantity\":%d,\"currency\":\"EUR\"}"
        .formatted(id * 37L, article, id % 11)
        .getBytes(StandardCharsets.UTF_8);
  }
}
