// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.natives.Reclaim;
import dev.segue.compression.zstd.DictionaryTraining;
import dev.segue.compression.zstd.DigestedDictionary;
import dev.segue.compression.zstd.ZstdLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;

/// What many small messages have in common, so that each need not say it again.
///
/// Holds native memory until closed; any thread may use it, and close it. A call that uses it while
/// it is closed ends well, later ones throw [IllegalStateException]. One that is never closed is
/// freed by the garbage collector some time after the last options, codec and caller that refer to
/// it, and logged.
public final class ZstdDictionary implements AutoCloseable {

  private static final long LONGEST_DICTIONARY = 2L << 30;

  /// How a dictionary is trained.
  public enum Training {
    /// As `zstd --train` does: fast, and good for most samples.
    DEFAULT(DictionaryTraining.Algorithm.DEFAULT),
    /// Searches the parameters of the cover algorithm: slow, sometimes better.
    COVER(DictionaryTraining.Algorithm.COVER),
    /// Searches the parameters of the fast cover algorithm: in between.
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

  /// A dictionary from its bytes, which are copied. Bytes that do not begin as a trained dictionary
  /// does are content to refer to, without an id.
  ///
  /// @param content a trained dictionary, or raw content
  /// @return the dictionary
  public static ZstdDictionary of(MemorySegment content) {
    requireLength(content);
    return new ZstdDictionary(new DigestedDictionary(content));
  }

  /// A dictionary by reference: its bytes stay where they are, such as in a mapped file that
  /// several processes share. They must not change.
  ///
  /// The dictionary does not own the content's arena. That can't be closed while a call uses the
  /// dictionary: it is an [IllegalStateException] from [Arena#close()]; every use after it was
  /// closed is one from the call. The threads that may use the dictionary are those that may access
  /// the content. Options with workers don't take such a dictionary, since those go on when a call
  /// has returned.
  ///
  /// @param content a trained dictionary, or raw content; native memory
  /// @return the dictionary; what libzstd makes of the content is freed with it, the content is not
  /// @throws IllegalArgumentException when the content is heap memory
  public static ZstdDictionary referringTo(MemorySegment content) {
    requireLength(content);
    if (!content.isNative()) {
      throw new IllegalArgumentException(
          "a dictionary by reference is native memory: content=" + content);
    }
    return new ZstdDictionary(DigestedDictionary.referringTo(content));
  }

  /// A dictionary in an arena of the caller's, digested for one level: libzstd allocates nothing,
  /// now or later. What [#referringTo] says of the arena goes for this one.
  ///
  /// @param arena what the copy of the content, and what libzstd makes of it, live in
  /// @param content a trained dictionary, or raw content; copied
  /// @param level the level of the options it may be used with
  /// @return the dictionary
  /// @see <a href="https://facebook.github.io/zstd/zstd_manual.html">ZSTD_initStaticCDict</a>
  public static ZstdDictionary in(Arena arena, MemorySegment content, int level) {
    requireLength(content);
    return new ZstdDictionary(DigestedDictionary.in(arena, content, level));
  }

  private static void requireLength(MemorySegment content) {
    if (content.byteSize() == 0 || content.byteSize() > LONGEST_DICTIONARY) {
      throw new IllegalArgumentException(
          "a dictionary of length=" + content.byteSize() + " is empty or longer than 2 GiB");
    }
    ZstdLibrary.require();
  }

  /// A dictionary from a file.
  ///
  /// @param file a trained dictionary, or raw content
  /// @return the dictionary
  /// @throws IOException when the file can't be read
  public static ZstdDictionary load(Path file) throws IOException {
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return of(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
    }
  }

  /// Trains a dictionary as `zstd --train` does, for level 3.
  ///
  /// @param samples what the messages look like; a hundred times the dictionary's length, together,
  ///   is a good amount
  /// @param maxLength the most bytes it may have
  /// @return the dictionary
  /// @throws CompressionException of kind `MALFORMED_INPUT` when there are too few samples
  public static ZstdDictionary train(List<MemorySegment> samples, int maxLength) {
    return train(samples, maxLength, ZstdCodec.DEFAULT_LEVEL, Training.DEFAULT);
  }

  /// Trains a dictionary.
  ///
  /// @param samples what the messages look like
  /// @param maxLength the most bytes it may have
  /// @param level the level it will be used at
  /// @param training how
  /// @return the dictionary
  /// @throws CompressionException of kind `MALFORMED_INPUT` when there are too few samples
  public static ZstdDictionary train(
      List<MemorySegment> samples, int maxLength, int level, Training training) {
    requireSamples(samples, maxLength);
    ZstdLibrary.require();
    return new ZstdDictionary(
        DictionaryTraining.train(samples, maxLength, level, training.algorithm));
  }

  /// Makes a dictionary of content that was chosen by other means: adds the header, and the
  /// statistics of the samples.
  ///
  /// @param content what to refer to
  /// @param samples what the messages look like
  /// @param maxLength the most bytes it may have
  /// @param level the level it will be used at
  /// @param id its id; 0 for one made of its content
  /// @return the dictionary
  /// @throws CompressionException of kind `MALFORMED_INPUT` when content and samples do not do
  public static ZstdDictionary complete(
      MemorySegment content, List<MemorySegment> samples, int maxLength, int level, int id) {
    requireSamples(samples, maxLength);
    ZstdLibrary.require();
    return new ZstdDictionary(DictionaryTraining.complete(content, samples, maxLength, level, id));
  }

  private static void requireSamples(List<MemorySegment> samples, int maxLength) {
    if (samples.isEmpty() || maxLength < 256) {
      throw new IllegalArgumentException(
          "training needs samples and a maxLength of 256 at least: samples=%d maxLength=%d"
              .formatted(samples.size(), maxLength));
    }
  }

  /// The id that frames made with it carry.
  ///
  /// @return the id; 0 for raw content
  public int id() {
    return id;
  }

  /// Length of the dictionary.
  ///
  /// @return bytes
  public long byteSize() {
    return digests.byteSize();
  }

  /// Copies the dictionary.
  ///
  /// @return its bytes, to be given to [#of] elsewhere
  /// @throws IllegalStateException when closed
  public byte[] toByteArray() {
    byte[] copy = new byte[Math.toIntExact(digests.byteSize())];
    try {
      digests.copyTo(MemorySegment.ofArray(copy));
    } finally {
      Reference.reachabilityFence(this);
    }
    return copy;
  }

  /// Writes the dictionary to a file.
  ///
  /// @param file created, or replaced
  /// @throws IOException when it can't be written
  /// @throws IllegalStateException when closed
  public void save(Path file) throws IOException {
    Files.write(file, toByteArray());
  }

  DigestedDictionary digests() {
    return digests;
  }

  /// What small values carry to tell dictionaries apart.
  short check() {
    return check;
  }

  private static short check(int id, DigestedDictionary digests) {
    int unique = id;
    if (id == 0) {
      // Raw content: its bytes tell it apart.
      CRC32C crc = new CRC32C();
      byte[] piece = new byte[(int) Math.min(digests.byteSize(), 1 << 16)];
      digests.copyTo(MemorySegment.ofArray(piece));
      crc.update(piece);
      unique = (int) crc.getValue();
    }
    return (short) (unique ^ unique >>> 16);
  }

  /// Frees the native memory, once no call uses it any more; does nothing the second time.
  @Override
  public void close() {
    memory.close();
  }

  @Override
  public String toString() {
    return "ZstdDictionary[id=" + Integer.toUnsignedString(id) + ", byteSize=" + byteSize() + "]";
  }
}
