// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import dev.segue.compression.Codec;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.codecs.compressing.CompressionMode;
import org.apache.lucene.codecs.compressing.Compressor;
import org.apache.lucene.codecs.compressing.Decompressor;
import org.jspecify.annotations.Nullable;

/// Compresses blocks with zstd at a level, with or without a dictionary.
///
/// There is at most one mode for each level and dictionary at a time: a merge may copy compressed
/// blocks between segments of the same mode. Lucene does not close modes, so the dictionary's
/// memory is freed by the garbage collector after the last reader and writer.
final class ZstdMode extends CompressionMode {
  /// The modes in use, each of which a reader or writer refers to.
  private static final List<WeakReference<ZstdMode>> MODES = new ArrayList<>();

  private final int level;
  private final byte @Nullable [] dictionary;
  private final Codec codec;

  private ZstdMode(int level, byte @Nullable [] dictionary) {
    this.level = level;
    this.dictionary = dictionary;
    ZstdOptions options = ZstdOptions.defaults().withLevel(level).withChecksum(true);
    if (dictionary != null) {
      MemorySegment content = MemorySegment.ofArray(dictionary);
      options = options.withDictionary(ZstdDictionary.copyInto(content, level, Arena.ofAuto()));
    }
    this.codec = Codec.zstd(options);
  }

  static void requireLevel(int level) {
    ZstdOptions.defaults().withLevel(level);
  }

  /// Returns the mode of a level and a dictionary, whose bytes must not be modified.
  static ZstdMode of(int level, byte @Nullable [] dictionary) {
    synchronized (MODES) {
      MODES.removeIf(reference -> reference.get() == null);
      for (WeakReference<ZstdMode> reference : MODES) {
        ZstdMode mode = reference.get();
        if (mode != null && mode.level == level && Arrays.equals(mode.dictionary, dictionary)) {
          return mode;
        }
      }
      ZstdMode made = new ZstdMode(level, dictionary);
      MODES.add(new WeakReference<>(made));
      return made;
    }
  }

  @Override
  public Compressor newCompressor() {
    return new BlockCompressor(codec);
  }

  @Override
  public Decompressor newDecompressor() {
    return new BlockDecompressor(codec);
  }

  @Override
  public String toString() {
    return "zstd(level=%d, dictionary=%s)".formatted(level, dictionary != null);
  }
}
