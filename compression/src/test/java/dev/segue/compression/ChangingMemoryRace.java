// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.testing.TestData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/// Runs every codec in both directions on memory that another thread writes to during the calls.
///
/// It is a separate process, since a library that trusts previously read data would access foreign
/// memory and crash the process. Prints `survived` and the number of calls.
final class ChangingMemoryRace {

  private static final int GUARD_LENGTH = 64 << 10;
  private static final byte GUARD = 0x5A;
  private static final MemorySegment UNTOUCHED =
      MemorySegment.ofArray(new byte[GUARD_LENGTH]).fill(GUARD);
  private static final int LENGTH_MAX = 1_000_000;
  private static final int[] LENGTHS = {300, 5_000, 70_000, 300_000};
  private static final int[] LENGTHS_WHERE_SLOW = {300, 5_000, 40_000};

  /// Used if the race is too short for all lengths.
  private static final int[] BRIEF_LENGTHS = {300, 70_000};

  private static final int[] BRIEF_LENGTHS_WHERE_SLOW = {300, 5_000};

  /// The memory that the other thread writes to, anywhere and at any time.
  private final AtomicReference<Shared> shared = new AtomicReference<>(NOTHING);

  private final Random random;
  private long calls;

  private final boolean brief;

  private ChangingMemoryRace(long seed, boolean brief) {
    random = new Random(seed);
    this.brief = brief;
  }

  private int[] lengths(boolean slow) {
    if (brief) {
      return slow ? BRIEF_LENGTHS_WHERE_SLOW : BRIEF_LENGTHS;
    }
    return slow ? LENGTHS_WHERE_SLOW : LENGTHS;
  }

  /// Memory, and the contents that it alternates between.
  private record Shared(MemorySegment memory, List<MemorySegment> versions) {}

  /// Stands for the absence of memory to write to.
  private static final Shared NOTHING =
      new Shared(MemorySegment.ofArray(new byte[1]), List.of(MemorySegment.ofArray(new byte[1])));

  private record Candidate(Codec codec, boolean isSlow) {}

  /// Runs for the seconds of its first argument, with the codecs whose names have the second.
  public static void main(String[] args) {
    double seconds = Double.parseDouble(args[0]);
    String wanted = args.length > 1 ? args[1] : "";
    long seed = args.length > 2 ? Long.parseLong(args[2]) : System.nanoTime();
    System.out.println("seed=" + seed);
    ChangingMemoryRace race = new ChangingMemoryRace(seed, seconds < 10);
    List<Candidate> candidates =
        candidates().stream().filter(c -> c.codec.toString().contains(wanted)).toList();
    Thread.ofPlatform().daemon().start(race::write);
    for (Candidate candidate : candidates) {
      race.run(candidate, (long) (seconds * 1e9 / candidates.size()));
    }
    System.out.println("survived calls=" + race.calls);
  }

  private static List<Candidate> candidates() {
    ZstdOptions options = ZstdOptions.defaults();
    List<Candidate> all = new ArrayList<>();
    for (int level : new int[] {-5, 1, 3, 5, 7, 9, 12, 13, 16, 19}) {
      all.add(new Candidate(Codec.zstd(level), level > 9));
    }
    all.add(
        new Candidate(Codec.zstd(options.withLongDistanceMatching(20).withChecksum(true)), false));
    all.add(new Candidate(Codec.zstd(options.withWorkers(2)), false));
    all.add(new Candidate(Codec.zstd(options.withDictionary(DICTIONARY)), false));
    all.add(new Candidate(Codec.lz4(), false));
    all.add(new Candidate(Codec.lz4Raw(), false));
    all.add(new Candidate(Codec.lz4Raw(-10), false));
    all.add(new Candidate(Codec.lz4Raw(9), true));
    all.add(new Candidate(Codec.snappy(), false));
    for (int level : new int[] {0, 1, 4, 6, 9, 10, 12}) {
      all.add(new Candidate(Codec.gzip(level), level > 9));
    }
    for (int quality : new int[] {0, 1, 2, 5, 9, 10, 11}) {
      all.add(new Candidate(Codec.brotli(quality), quality > 5));
    }
    return all;
  }

  private void write() {
    Random choices = new Random(1);
    while (true) {
      Shared now = shared.get();
      int length = (int) now.memory.byteSize();
      int from = choices.nextInt(length);
      int count =
          switch (choices.nextInt(4)) {
            case 0 -> length - from;
            case 1 -> Math.min(length - from, 1);
            case 2 -> Math.min(length - from, 16);
            default -> choices.nextInt(length - from) + 1;
          };
      MemorySegment version = now.versions.get(choices.nextInt(now.versions.size()));
      try {
        MemorySegment.copy(version, from, now.memory, from, count);
      } catch (IllegalStateException e) {
        // It is closed by now, and its memory may have been reused.
      }
    }
  }

  private void run(Candidate candidate, long nanos) {
    long end = System.nanoTime() + nanos;
    int[] lengths = lengths(candidate.isSlow);
    do {
      for (int length : lengths) {
        for (boolean heap : new boolean[] {false, true}) {
          compress(candidate.codec, length, heap);
          decompress(candidate.codec, length, heap);
        }
        ZstdOptions zstd = EngineCodec.of(candidate.codec).zstdOptions();
        if (zstd != null) {
          step(zstd, length);
        }
      }
    } while (System.nanoTime() < end);
  }

  private static final int ROUNDS = 8;

  private void compress(Codec codec, int length, boolean heap) {
    try (Arena arena = Arena.ofShared()) {
      List<MemorySegment> versions = versions(length);
      MemorySegment source = memory(arena, heap, length).copyFrom(versions.getFirst());
      Guarded out = new Guarded(arena, heap, codec.maxCompressedLength(length));
      attack(source, versions);
      for (int i = 0; i < ROUNDS; i++) {
        call(() -> codec.compress(source, out.memory));
        out.check(codec);
      }
      if (random.nextInt(4) == 0) {
        attack(out.memory, versions(Math.toIntExact(out.memory.byteSize())));
        call(() -> codec.compress(versions.getLast(), out.memory));
        out.check(codec);
      }
      rest();
    }
  }

  private void decompress(Codec codec, int length, boolean heap) {
    try (Arena arena = Arena.ofShared()) {
      List<MemorySegment> compressed = new ArrayList<>();
      List<MemorySegment> versions = versions(length);
      int longest = 0;
      for (MemorySegment version : versions) {
        byte[] whole = codec.compress(version.toArray(ValueLayout.JAVA_BYTE));
        compressed.add(MemorySegment.ofArray(whole));
        longest = Math.max(longest, whole.length);
      }
      List<MemorySegment> padded = new ArrayList<>();
      for (MemorySegment whole : compressed) {
        padded.add(MemorySegment.ofArray(new byte[longest]));
        MemorySegment.copy(whole, 0, padded.getLast(), 0, whole.byteSize());
      }
      MemorySegment chosen = compressed.get(random.nextInt(compressed.size()));
      MemorySegment all = memory(arena, heap, longest);
      Guarded out = new Guarded(arena, heap, random.nextBoolean() ? length : length / 2);
      for (int i = 0; i < ROUNDS; i++) {
        MemorySegment.copy(chosen, 0, all, 0, chosen.byteSize());
        attack(all, padded);
        call(() -> codec.decompress(all.asSlice(0, chosen.byteSize()), out.memory));
        rest();
        out.check(codec);
      }
      attack(out.memory, versions(Math.toIntExact(out.memory.byteSize())));
      call(() -> codec.decompress(chosen, out.memory));
      rest();
      out.check(codec);
    }
  }

  private void step(ZstdOptions options, int length) {
    Codec codec = Codec.zstd(options);
    try (Arena arena = Arena.ofShared();
        ZstdCompressor compressor = ZstdCompressor.create(options);
        ZstdDecompressor decompressor = ZstdDecompressor.create(options)) {
      List<MemorySegment> versions = versions(length);
      MemorySegment source = arena.allocate(length).copyFrom(versions.getFirst());
      Guarded packed = new Guarded(arena, false, codec.maxCompressedLength(length));
      Guarded out = new Guarded(arena, false, length / 2);
      for (int i = 0; i < ROUNDS; i++) {
        compressor.begin(-1);
        attack(source, versions);
        call(() -> compressor.step(source, packed.memory, ZstdCompressor.EndDirective.END));
        packed.check(codec);
        attack(packed.memory.asSlice(0, length / 4), versions);
        decompressor.begin();
        call(() -> decompressor.step(packed.memory, out.memory));
        call(() -> decompressor.step(MemorySegment.NULL, out.memory));
        out.check(codec);
        rest();
      }
    }
  }

  private interface Call {
    long run();
  }

  private void call(Call call) {
    calls++;
    try {
      long _ = call.run();
    } catch (CompressionException | IllegalStateException e) {
      // Any content may have been read; a failed step has no successor.
    }
  }

  private void attack(MemorySegment memory, List<MemorySegment> versions) {
    shared.set(new Shared(memory, versions));
  }

  /// Accesses no memory, except for a write in progress.
  private void rest() {
    shared.set(NOTHING);
  }

  private List<MemorySegment> versions(int length) {
    List<MemorySegment> versions = new ArrayList<>();
    for (TestData.Kind kind : TestData.Kind.values()) {
      versions.add(content(kind).asSlice(0, length));
    }
    Collections.shuffle(versions, random);
    return versions.subList(0, 2 + random.nextInt(2));
  }

  private static final Map<TestData.Kind, MemorySegment> CONTENTS =
      new EnumMap<>(TestData.Kind.class);

  private static MemorySegment content(TestData.Kind kind) {
    return CONTENTS.computeIfAbsent(
        kind, wanted -> MemorySegment.ofArray(TestData.of(wanted, LENGTH_MAX)));
  }

  private static final ZstdDictionary DICTIONARY =
      ZstdDictionary.of(MemorySegment.ofArray(TestData.of(TestData.Kind.JSON, 20_000)));

  private static MemorySegment memory(Arena arena, boolean heap, long length) {
    return heap ? MemorySegment.ofArray(new byte[Math.toIntExact(length)]) : arena.allocate(length);
  }

  /// A destination followed by bytes that must not be written.
  private static final class Guarded {

    private final MemorySegment guard;
    private final MemorySegment memory;

    Guarded(Arena arena, boolean heap, long length) {
      MemorySegment all = ChangingMemoryRace.memory(arena, heap, length + GUARD_LENGTH);
      memory = all.asSlice(0, length);
      guard = all.asSlice(length);
      guard.fill(GUARD);
    }

    void check(Codec codec) {
      long changed = guard.mismatch(UNTOUCHED);
      if (changed >= 0) {
        throw new AssertionError(codec + " wrote past the destination, at its end + " + changed);
      }
    }
  }
}
