// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.natives.Reclaim;
import dev.segue.compression.internal.zstd.DictionaryTraining;
import dev.segue.compression.internal.zstd.DigestedDictionary;
import dev.segue.compression.internal.zstd.ZstdEngine;
import dev.segue.compression.internal.zstd.ZstdLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/// A zstd dictionary: content that many small messages share, which improves their compression.
///
/// ```java
/// try (ZstdDictionary dictionary = ZstdDictionary.load(Path.of("orders.dict"))) {
///   Codec zstd = Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary));
/// }
/// ```
///
/// Content that was compressed with a dictionary can only be decompressed with the same one. To
/// replace a dictionary, see [ZstdOptions#withDecompressionDictionaries].
///
/// A dictionary is thread-safe and holds native memory until it is closed. Closing it does not
/// disturb a call in progress; later calls throw [IllegalStateException]. An unclosed dictionary is
/// freed, with a warning, once the garbage collector finds that nothing uses it. Native memory does
/// not make the collector run, so thousands of unclosed dictionaries can add up until then.
public final class ZstdDictionary implements AutoCloseable {

  private static final long LONGEST_DICTIONARY = 2L << 30;

  /// The algorithm that trains a dictionary. Later versions may add constants, so a `switch` over
  /// them needs a `default`.
  public enum Training {
    /// The algorithm and parameters of `zstd --train`: fast, and good for most samples.
    DEFAULT(DictionaryTraining.Algorithm.DEFAULT),
    /// The cover algorithm, with a search for its best parameters: slow, sometimes better.
    COVER(DictionaryTraining.Algorithm.COVER),
    /// The fast cover algorithm, with a search for its best parameters: between the other two.
    FAST_COVER(DictionaryTraining.Algorithm.FAST_COVER);

    private final DictionaryTraining.Algorithm algorithm;

    Training(DictionaryTraining.Algorithm algorithm) {
      this.algorithm = algorithm;
    }
  }

  private final DigestedDictionary digests;
  private final Reclaim memory;
  private final int id;
  private final short check;

  private ZstdDictionary(DigestedDictionary digests) {
    this.digests = digests;
    this.id = digests.id();
    this.check = check(id, digests);
    this.memory =
        digests.isInArena()
            ? Reclaim.onlyByClosing(digests::close)
            : Reclaim.whenUnreachable(this, "a ZstdDictionary", digests::close);
  }

  /// Creates a dictionary from a copy of its bytes. Bytes that do not begin with a trained
  /// dictionary's header are raw content, without an id.
  ///
  /// @param content a trained dictionary, or raw content
  /// @return the dictionary
  /// @throws IllegalArgumentException if the content is empty or longer than 2 GiB
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`
  public static ZstdDictionary of(MemorySegment content) {
    requireLength(content);
    return create(() -> new DigestedDictionary(content));
  }

  /// Creates a dictionary from its bytes, such as [#toByteArray()] returns; they are copied.
  ///
  /// @param content a trained dictionary, or raw content
  /// @return the dictionary
  /// @throws IllegalArgumentException if the content is empty
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`
  public static ZstdDictionary of(byte[] content) {
    return of(MemorySegment.ofArray(content));
  }

  /// Creates a dictionary that refers to its bytes instead of copying them, for example in a mapped
  /// file that several processes share. The bytes must not change.
  ///
  /// The dictionary does not own the content's arena. While a call uses the dictionary,
  /// [Arena#close()] throws [IllegalStateException]; after the arena was closed, every use of the
  /// dictionary does. The threads that can access the content can use the dictionary. Options with
  /// workers do not accept such a dictionary, since workers can go on after a call has returned.
  ///
  /// @param content a trained dictionary, or raw content; native memory
  /// @return the dictionary; closing it frees what libzstd derived from the content, but not the
  ///   content
  /// @throws IllegalArgumentException if the content is heap memory, empty, or longer than 2 GiB
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`
  public static ZstdDictionary referringTo(MemorySegment content) {
    requireLength(content);
    if (!content.isNative()) {
      throw new IllegalArgumentException(
          "a dictionary by reference has to be native memory: content=" + content);
    }
    return create(() -> DigestedDictionary.referringTo(content));
  }

  /// Creates a dictionary in memory of an arena, for one compression level: libzstd allocates no
  /// memory for it, now or later. The lifetime and thread rules described at [#referringTo] apply
  /// to the arena.
  ///
  /// @param content a trained dictionary, or raw content; copied
  /// @param level the level of the options that it will be used with
  /// @param arena allocates the copy of the content, and the tables that libzstd derives from it
  /// @return the dictionary
  /// @throws IllegalArgumentException if the content is empty or longer than 2 GiB
  /// @see <a href="https://facebook.github.io/zstd/zstd_manual.html">ZSTD_initStaticCDict</a>
  public static ZstdDictionary copyInto(MemorySegment content, int level, Arena arena) {
    requireLength(content);
    return create(() -> DigestedDictionary.in(arena, content, level));
  }

  private static ZstdDictionary create(Supplier<DigestedDictionary> digests) {
    return FailureTranslation.get(() -> {
      ZstdLibrary.require();
      return new ZstdDictionary(digests.get());
    });
  }

  private static void requireLength(MemorySegment content) {
    if (content.byteSize() == 0 || content.byteSize() > LONGEST_DICTIONARY) {
      throw new IllegalArgumentException(
          "a dictionary of length=" + content.byteSize() + " is empty or longer than 2 GiB");
    }
  }

  /// Loads a dictionary from a file, such as one written by [#save] or by `zstd --train`.
  ///
  /// @param file contains a trained dictionary, or raw content
  /// @return the dictionary
  /// @throws IOException if the file cannot be read
  /// @throws IllegalArgumentException if it is empty or longer than 2 GiB
  public static ZstdDictionary load(Path file) throws IOException {
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return of(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
    }
  }

  /// Trains a dictionary as `zstd --train` does, for level 3.
  ///
  /// @param samples typical messages; together, about a hundred times the dictionary's length is a
  ///   good amount
  /// @param maxLength the maximum length of the dictionary, in bytes; 256 or more
  /// @return the dictionary
  /// @throws IllegalArgumentException if there are no samples, or `maxLength` is below 256
  /// @throws CompressionException of kind `MALFORMED_INPUT` if there are too few samples
  public static ZstdDictionary train(List<MemorySegment> samples, int maxLength) {
    return train(samples, maxLength, ZstdEngine.DEFAULT_LEVEL, Training.DEFAULT);
  }

  /// Trains a dictionary for a level, with an algorithm.
  ///
  /// @param samples typical messages
  /// @param maxLength the maximum length of the dictionary, in bytes; 256 or more
  /// @param level the level at which the dictionary will be used
  /// @param training the algorithm
  /// @return the dictionary
  /// @throws IllegalArgumentException if there are no samples, or `maxLength` is below 256
  /// @throws CompressionException of kind `MALFORMED_INPUT` if there are too few samples
  public static ZstdDictionary train(
      List<MemorySegment> samples, int maxLength, int level, Training training) {
    requireSamples(samples, maxLength);
    return create(() -> DictionaryTraining.train(samples, maxLength, level, training.algorithm));
  }

  /// Creates a dictionary from content that was chosen by other means, by adding a header and
  /// statistics from samples (`ZDICT_finalizeDictionary`).
  ///
  /// @param content the content that messages will refer to
  /// @param samples typical messages
  /// @param maxLength the maximum length of the dictionary, in bytes; 256 or more
  /// @param level the compression level that it will be used with
  /// @param id the id of the dictionary; 0 derives it from the content
  /// @return the dictionary
  /// @throws IllegalArgumentException if there are no samples, or `maxLength` is below 256
  /// @throws CompressionException of kind `MALFORMED_INPUT` if content or samples are not suitable
  public static ZstdDictionary finalizeFrom(
      MemorySegment content, List<MemorySegment> samples, int maxLength, int level, int id) {
    requireSamples(samples, maxLength);
    return create(() -> DictionaryTraining.finalizeFrom(content, samples, maxLength, level, id));
  }

  private static void requireSamples(List<MemorySegment> samples, int maxLength) {
    if (samples.isEmpty() || maxLength < 256) {
      throw new IllegalArgumentException(
          "training needs samples and a maxLength of 256 at least: samples=%d maxLength=%d"
              .formatted(samples.size(), maxLength));
    }
  }

  /// Returns the id of the dictionary, which frames compressed with it state.
  ///
  /// @return the id, unsigned; 0 for raw content
  public int id() {
    return id;
  }

  /// Returns the length of the dictionary.
  ///
  /// @return bytes
  public long byteSize() {
    return digests.byteSize();
  }

  /// Returns a copy of the dictionary's bytes, from which [#of] creates an equivalent dictionary.
  ///
  /// @return the bytes
  /// @throws IllegalStateException if the dictionary is closed
  public byte[] toByteArray() {
    byte[] copy = new byte[Math.toIntExact(digests.byteSize())];
    try {
      digests.copyTo(MemorySegment.ofArray(copy));
    } finally {
      Reference.reachabilityFence(this);
    }
    return copy;
  }

  /// Writes the dictionary to a file, for [#load].
  ///
  /// @param file the file, which is created or overwritten
  /// @throws IOException if the file cannot be written
  /// @throws IllegalStateException if the dictionary is closed
  public void save(Path file) throws IOException {
    Files.write(file, toByteArray());
  }

  DigestedDictionary digests() {
    return digests;
  }

  /// The check that identifies the dictionary of small values.
  short check() {
    return check;
  }

  private static short check(int id, DigestedDictionary digests) {
    int unique = id;
    if (id == 0) {
      // Raw content is identified by its bytes.
      CRC32C crc = new CRC32C();
      byte[] piece = new byte[(int) Math.min(digests.byteSize(), 1 << 16)];
      digests.copyTo(MemorySegment.ofArray(piece));
      crc.update(piece);
      unique = (int) crc.getValue();
    }
    return (short) (unique ^ unique >>> 16);
  }

  /// Frees the native memory as soon as no call uses it. Closing again has no effect.
  @Override
  public void close() {
    FailureTranslation.run(memory::close);
  }

  @Override
  public String toString() {
    return "ZstdDictionary[id=" + Integer.toUnsignedString(id) + ", byteSize=" + byteSize() + "]";
  }
}
