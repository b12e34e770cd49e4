// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Trains dictionaries from samples, with the trainers of zdict.h.
public final class DictionaryTraining {

  private static final double FAST_COVER_SPLIT_POINT = 0.75;

  /// The minimum number of samples (`FASTCOVER_ctx_init`, `COVER_ctx_init`).
  private static final int TRAINING_SAMPLES_MIN = 5;

  /// An upper bound for the header and the tables of a dictionary.
  private static final long HEADER_LENGTH_MAX = 1 << 16;

  /// The minimum total length of the samples, in bytes. libzstd does not check it: with less, it
  /// divides by zero, or reads far beyond the samples.
  private static final int TRAINING_BYTES_MIN = 8;

  /// The trainers.
  public enum Algorithm {
    /// The algorithm of `zstd --train`: fast cover with parameters that suit most samples.
    DEFAULT(FAST_COVER_SPLIT_POINT),
    /// Cover with a parameter search: slow, and takes much memory.
    COVER(1),
    /// Fast cover with a parameter search.
    FAST_COVER(FAST_COVER_SPLIT_POINT);

    /// The share of the samples used for training; the others evaluate the result.
    private final double splitPoint;

    Algorithm(double splitPoint) {
      this.splitPoint = splitPoint;
    }
  }

  private DictionaryTraining() {}

  /// Trains a dictionary. Empty samples are ignored.
  ///
  /// @throws CodecFailure with reason `MALFORMED_INPUT` if libzstd cannot train with the samples
  public static DigestedDictionary train(
      List<MemorySegment> given, long maxLength, int level, Algorithm algorithm) {
    // A private list, so that no other thread changes it while it is copied.
    List<MemorySegment> samples = given.stream().filter(sample -> sample.byteSize() > 0).toList();
    requireEnough(samples, algorithm);
    return withSamples(
        samples,
        maxLength,
        samples.stream().mapToLong(MemorySegment::byteSize).sum(),
        (arena, dictionary, joined, lengths) -> {
          int count = samples.size();
          long capacity = dictionary.byteSize();
          return switch (algorithm) {
            case DEFAULT ->
                (long)
                    DictionaryBindings.TRAIN.invokeExact(
                        dictionary, capacity, joined, lengths, count);
            case COVER ->
                (long)
                    DictionaryBindings.TRAIN_COVER.invokeExact(
                        dictionary, capacity, joined, lengths, count, cover(arena, level));
            case FAST_COVER ->
                (long)
                    DictionaryBindings.TRAIN_FAST_COVER.invokeExact(
                        dictionary, capacity, joined, lengths, count, fastCover(arena, level));
          };
        });
  }

  private static void requireEnough(List<MemorySegment> samples, Algorithm algorithm) {
    int count = (int) (samples.size() * algorithm.splitPoint);
    if (count < TRAINING_SAMPLES_MIN) {
      throw new CodecFailure(
          Reason.MALFORMED_INPUT,
          "%d non-empty samples are too few to train a dictionary: at least %d are needed"
              .formatted(
                  samples.size(), (int) Math.ceil(TRAINING_SAMPLES_MIN / algorithm.splitPoint)));
    }
    long bytes = samples.stream().limit(count).mapToLong(MemorySegment::byteSize).sum();
    if (bytes < TRAINING_BYTES_MIN) {
      throw new CodecFailure(
          Reason.MALFORMED_INPUT,
          "the first %d of %d samples, used for training, have only %d bytes: at least %d are needed"
              .formatted(count, samples.size(), bytes, TRAINING_BYTES_MIN));
    }
  }

  /// Adds a dictionary header and tables to content that was chosen by other means. Empty samples
  /// are ignored.
  public static DigestedDictionary finalizeFrom(
      MemorySegment content, List<MemorySegment> given, long maxLength, int level, int id) {
    List<MemorySegment> samples = given.stream().filter(sample -> sample.byteSize() > 0).toList();
    return withSamples(
        samples,
        maxLength,
        content.byteSize(),
        (arena, dictionary, joined, lengths) -> {
          MemorySegment parameters = arena.allocate(DictionaryBindings.PARAMS);
          parameters.set(JAVA_INT, 0, level);
          parameters.set(JAVA_INT, 8, id);
          MemorySegment copy = arena.allocate(content.byteSize()).copyFrom(content);
          return (long)
              DictionaryBindings.FINALIZE.invokeExact(
                  dictionary,
                  dictionary.byteSize(),
                  copy,
                  copy.byteSize(),
                  joined,
                  lengths,
                  samples.size(),
                  parameters);
        });
  }

  /// A trainer of zdict.h.
  private interface Trainer {
    long train(
        SegmentAllocator arena,
        MemorySegment dictionary,
        MemorySegment joinedSamples,
        MemorySegment sampleLengths)
        throws Throwable;
  }

  /// @param contentLength the maximum content length of the dictionary
  private static DigestedDictionary withSamples(
      List<MemorySegment> samples, long maxLength, long contentLength, Trainer trainer) {
    long total = samples.stream().mapToLong(MemorySegment::byteSize).sum();
    long capacity = Math.min(maxLength, contentLength + HEADER_LENGTH_MAX);
    // The arena is freed on every path, and counted while it exists.
    long bytes = total + capacity;
    NativeMemory.account(bytes);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment joined = arena.allocate(Math.max(total, 1));
      MemorySegment lengths = arena.allocate(JAVA_LONG, samples.size());
      long offset = 0;
      for (int i = 0; i < samples.size(); i++) {
        MemorySegment sample = samples.get(i);
        MemorySegment.copy(sample, 0, joined, offset, sample.byteSize());
        lengths.setAtIndex(JAVA_LONG, i, sample.byteSize());
        offset += sample.byteSize();
      }
      MemorySegment dictionary = arena.allocate(capacity);
      long result = NativeCall.asLong(() -> trainer.train(arena, dictionary, joined, lengths));
      if (ZstdErrors.isError(result)) {
        throw new CodecFailure(
            Reason.MALFORMED_INPUT,
            "no dictionary of up to %d bytes can be trained from %d samples with a total of %d bytes: %s"
                .formatted(maxLength, samples.size(), total, ZstdLibrary.errorName(result)));
      }
      return new DigestedDictionary(dictionary.asSlice(0, result));
    } finally {
      NativeMemory.account(-bytes);
    }
  }

  private static MemorySegment cover(SegmentAllocator arena, int level) {
    var layout = DictionaryBindings.COVER_PARAMS;
    MemorySegment parameters = arena.allocate(layout);
    parameters.set(
        JAVA_INT,
        layout.byteOffset(
            PathElement.groupElement("zParams"), PathElement.groupElement("compressionLevel")),
        level);
    return parameters;
  }

  private static MemorySegment fastCover(SegmentAllocator arena, int level) {
    var layout = DictionaryBindings.FAST_COVER_PARAMS;
    MemorySegment parameters = arena.allocate(layout);
    parameters.set(
        JAVA_DOUBLE,
        layout.byteOffset(PathElement.groupElement("splitPoint")),
        FAST_COVER_SPLIT_POINT);
    parameters.set(
        JAVA_INT,
        layout.byteOffset(
            PathElement.groupElement("zParams"), PathElement.groupElement("compressionLevel")),
        level);
    return parameters;
  }
}
