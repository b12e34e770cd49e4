// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.codecs.StoredFieldsWriter;
import org.apache.lucene.codecs.lucene90.compressing.Lucene90CompressingStoredFieldsFormat;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.jspecify.annotations.Nullable;

/// A Lucene format for stored fields in blocks compressed by zstd, in Lucene's usual files (`.fdt`,
/// `.fdx`, `.fdm`).
///
/// Fetching a document decompresses its block: small blocks are faster to fetch from, large blocks
/// compress better. With a dictionary, small blocks also compress well. The dictionary is stored in
/// a separate file (`.zdict`) of each segment that was written with it, so readers need no
/// settings. An index can contain segments with different settings; merging rewrites them with the
/// writer's settings, and copies compressed blocks if the settings are the same.
///
/// Each block is a zstd frame with its length and a checksum; a damaged block causes a
/// [CorruptIndexException]. A dictionary occupies native memory once per process, regardless of the
/// number of segments, until no reader or writer uses it.
///
/// Immutable and thread-safe.
public final class SegueStoredFieldsFormat extends StoredFieldsFormat {
  /// The zstd level of [#defaults()].
  public static final int DEFAULT_LEVEL = 3;

  /// The length of a block of [#defaults()], in bytes of content.
  public static final int DEFAULT_BLOCK_LENGTH = 32 << 10;

  private static final int BLOCK_LENGTH_MAX = 16 << 20;

  private static final String FORMAT_NAME = "SegueZstdStoredFields";
  private static final String LEVEL = "SegueStoredFieldsFormat.level";
  private static final String DICTIONARY = "SegueStoredFieldsFormat.dictionary";

  /// The value of Lucene's own best-compression mode.
  private static final int MAX_DOCS_PER_BLOCK = 4096;

  /// The value of Lucene's own formats: each index block covers 1,024 blocks.
  private static final int BLOCK_SHIFT = 10;

  private static final SegueStoredFieldsFormat DEFAULTS =
      new SegueStoredFieldsFormat(DEFAULT_LEVEL, DEFAULT_BLOCK_LENGTH, null);

  private final int level;
  private final int blockLength;
  private final byte @Nullable [] dictionary;

  private SegueStoredFieldsFormat(int level, int blockLength, byte @Nullable [] dictionary) {
    this.level = level;
    this.blockLength = blockLength;
    this.dictionary = dictionary;
  }

  /// Returns the default settings: level 3, blocks of 32 KiB, no dictionary.
  ///
  /// @return the format
  public static SegueStoredFieldsFormat defaults() {
    return DEFAULTS;
  }

  /// Sets the zstd level.
  ///
  /// @param level 1 (fast) to 22 (strong); negative levels are faster still
  /// @return a copy with the level
  /// @throws IllegalArgumentException if the loaded libzstd has no such level
  public SegueStoredFieldsFormat withLevel(int level) {
    ZstdMode.requireLevel(level);
    return new SegueStoredFieldsFormat(level, blockLength, dictionary);
  }

  /// Sets the block length. A block ends with the document that reaches this length.
  ///
  /// @param bytes length of the content, in bytes: 1 to 16 MiB
  /// @return a copy with the length
  /// @throws IllegalArgumentException if the length is out of range
  public SegueStoredFieldsFormat withBlockLength(int bytes) {
    if (bytes < 1 || bytes > BLOCK_LENGTH_MAX) {
      throw new IllegalArgumentException("blockLength=" + bytes + " is not 1 to 16 MiB");
    }
    return new SegueStoredFieldsFormat(level, bytes, dictionary);
  }

  /// Sets the dictionary for new segments. Existing segments keep theirs.
  ///
  /// @param content a dictionary from [StoredFieldsDictionary], or another zstd dictionary; copied
  /// @return a copy with the dictionary
  /// @throws IllegalArgumentException if the dictionary is empty or longer than 1 MiB
  public SegueStoredFieldsFormat withDictionary(byte[] content) {
    DictionaryFile.requireLength(content.length);
    return new SegueStoredFieldsFormat(level, blockLength, content.clone());
  }

  @Override
  public StoredFieldsWriter fieldsWriter(
      Directory directory, SegmentInfo segment, IOContext context) throws IOException {
    segment.putAttribute(LEVEL, Integer.toString(level));
    segment.putAttribute(DICTIONARY, Boolean.toString(dictionary != null));
    if (dictionary != null) {
      DictionaryFile.write(directory, segment, context, dictionary);
    }
    return lucenes(ZstdMode.of(level, dictionary)).fieldsWriter(directory, segment, context);
  }

  @Override
  public StoredFieldsReader fieldsReader(
      Directory directory, SegmentInfo segment, FieldInfos fields, IOContext context)
      throws IOException {
    ZstdMode mode =
        ZstdMode.of(
            levelOf(segment),
            Boolean.parseBoolean(segment.getAttribute(DICTIONARY))
                ? DictionaryFile.read(directory, segment)
                : null);
    return lucenes(mode).fieldsReader(directory, segment, fields, context);
  }

  private static int levelOf(SegmentInfo segment) throws CorruptIndexException {
    String value = segment.getAttribute(LEVEL);
    try {
      int level = Integer.parseInt(value);
      ZstdMode.requireLevel(level);
      return level;
    } catch (IllegalArgumentException e) {
      throw new CorruptIndexException("the segment has " + LEVEL + "=" + value, segment.name, e);
    }
  }

  private StoredFieldsFormat lucenes(ZstdMode mode) {
    return new Lucene90CompressingStoredFieldsFormat(
        FORMAT_NAME, mode, blockLength, MAX_DOCS_PER_BLOCK, BLOCK_SHIFT);
  }

  @Override
  public String toString() {
    return "SegueStoredFieldsFormat[level=%d, blockLength=%d, dictionary=%s]"
        .formatted(level, blockLength, dictionary == null ? "none" : dictionary.length + " bytes");
  }
}
