// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Trains dictionaries with few, short and empty samples. Runs in a separate process, which crashes
/// if libzstd assumes longer samples than there are. Prints `survived`.
final class TinySamples {

  private static final int[] LEVELS = {Integer.MIN_VALUE, -5, 0, 1, 3, 19, 22, Integer.MAX_VALUE};

  private TinySamples() {}

  /// Takes the number of rounds and a seed.
  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    System.out.println("seed=" + seed);
    Random random = new Random(seed);
    int trained = 0;
    int refused = 0;
    for (int round = 0; round < rounds; round++) {
      List<MemorySegment> samples = samples(random);
      int maxLength = random.nextBoolean() ? 256 : 256 + random.nextInt(3000);
      int level = LEVELS[random.nextInt(LEVELS.length)];
      int way = random.nextInt(10);
      try (ZstdDictionary dictionary = make(random, samples, maxLength, level, way)) {
        use(dictionary, random);
        trained++;
      } catch (CompressionException e) {
        refused++;
      }
    }
    System.out.println("survived trained=" + trained + " refused=" + refused);
  }

  private static ZstdDictionary make(
      Random random, List<MemorySegment> samples, int maxLength, int level, int way) {
    return switch (way) {
      case 0 -> // slow
          ZstdDictionary.train(samples, maxLength, level, ZstdDictionary.Training.COVER);
      case 1 -> ZstdDictionary.train(samples, maxLength, level, ZstdDictionary.Training.FAST_COVER);
      case 2, 3, 4, 5 ->
          ZstdDictionary.train(samples, maxLength, level, ZstdDictionary.Training.DEFAULT);
      default ->
          ZstdDictionary.finalizeFrom(
              sample(random, random.nextInt(40)), samples, maxLength, level, random.nextInt());
    };
  }

  private static void use(ZstdDictionary dictionary, Random random) {
    Codec codec = Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary));
    byte[] content = new byte[random.nextInt(500)];
    byte[] back = codec.decompress(codec.compress(content), content.length);
    if (back.length != content.length) {
      throw new AssertionError("length=" + back.length);
    }
  }

  private static List<MemorySegment> samples(Random random) {
    int count = 1 + random.nextInt(random.nextBoolean() ? 12 : 60);
    int longest = 1 + random.nextInt(random.nextInt(4) == 0 ? 200 : 4);
    int empty = random.nextInt(3);
    List<MemorySegment> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean isEmpty = empty == 1 ? i < count * 3 / 4 : empty == 2 && random.nextBoolean();
      samples.add(sample(random, isEmpty ? 0 : random.nextInt(longest + 1)));
    }
    return samples;
  }

  private static MemorySegment sample(Random random, int length) {
    byte[] bytes = new byte[length];
    if (random.nextBoolean()) {
      random.nextBytes(bytes);
    }
    return MemorySegment.ofArray(bytes);
  }
}
