// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.snippets;

import dev.segue.compression.Codec;
import dev.segue.compression.ZstdDictionary;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// A program that compresses values.
public class Values extends Scratch {

  /// A codec.
  protected final Codec zstd = Codec.zstd();

  /// A small value.
  protected final byte[] value = value(4711);

  /// A value in memory.
  protected final MemorySegment source = MemorySegment.ofArray(value);

  /// Memory for the compressed value.
  protected final MemorySegment buffer =
      MemorySegment.ofArray(new byte[Math.toIntExact(zstd.maxCompressedLength(value.length))]);

  /// A file with a dictionary.
  protected final Path file = directory.resolve("dictionary");

  /// Creates the program.
  public Values() throws IOException {
    List<MemorySegment> samples =
        IntStream.range(0, 1000).mapToObj(i -> MemorySegment.ofArray(value(i))).toList();
    try (ZstdDictionary dictionary = ZstdDictionary.train(samples, 4096)) {
      dictionary.save(file);
    }
  }

  private static byte[] value(int number) {
    return ("{\"order\":" + number + ",\"article\":\"tea\",\"quantity\":" + number % 7 + "}")
        .getBytes(StandardCharsets.UTF_8);
  }
}
