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

/// Stored fields in blocks that zstd compresses, in Lucene's files for that (`.fdt`, `.fdx`,
/// `.fdm`).
///
/// A block is what has to be decompressed to reach a document: small ones make that quick, large
/// ones compress better. A dictionary makes small ones compress well too; it is kept with each
/// segment that was written with it, in a file of its own (`.zdict`), so a reader needs to be told
/// nothing. Segments with different settings stand in one index, and merging writes them with the
/// settings of the writer; where those are the same, compressed blocks are copied.
///
/// Each block is a zstd frame with its length and a checksum: damage is a [CorruptIndexException].
/// A dictionary takes native memory, once in a process however many segments use it, until no
/// reader or writer does.
///
/// Immutable and thread-safe.
public final class SegueStoredFieldsFormat extends StoredFieldsFormat {
  /// The level if nothing is said.
  public static final int DEFAULT_LEVEL = 3;

  /// The length of a block if nothing is said, in bytes of content.
  public static final int DEFAULT_BLOCK_LENGTH = 32 << 10;

  private static final int BLOCK_LENGTH_MAX = 16 << 20;

  private static final String FORMAT_NAME = "SegueZstdStoredFields";
  private static final String LEVEL = "SegueStoredFieldsFormat.level";
  private static final String DICTIONARY = "SegueStoredFieldsFormat.dictionary";

  /// As in Lucene's own format for compression.
  private static final int MAX_DOCS_PER_BLOCK = 4096;

  /// As in Lucene's own formats: 1,024 blocks for a block of the index of blocks.
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

  /// Level 3, blocks of 32 KiB, no dictionary.
  ///
  /// @return the format
  public static SegueStoredFieldsFormat defaults() {
    return DEFAULTS;
  }

  /// Sets the level.
  ///
  /// @param level 1 to 22, or below zero for more speed
  /// @return a copy with the level
  /// @throws IllegalArgumentException if the loaded libzstd has no such level
  public SegueStoredFieldsFormat level(int level) {
    ZstdMode.requireLevel(level);
    return new SegueStoredFieldsFormat(level, blockLength, dictionary);
  }

  /// Sets the length of a block: it ends with the document that reaches it.
  ///
  /// @param bytes of content, 1 to 16 MiB
  /// @return a copy with the length
  /// @throws IllegalArgumentException if it is out of range
  public SegueStoredFieldsFormat blockLength(int bytes) {
    if (bytes < 1 || bytes > BLOCK_LENGTH_MAX) {
      throw new IllegalArgumentException("blockLength=" + bytes + " is not 1 to 16 MiB");
    }
    return new SegueStoredFieldsFormat(level, bytes, dictionary);
  }

  /// Sets the dictionary.
  ///
  /// @param content what [StoredFieldsDictionary] trained, or another zstd dictionary; copied
  /// @return a copy with the dictionary
  /// @throws IllegalArgumentException if it is empty, or longer than 1 MiB
  public SegueStoredFieldsFormat dictionary(byte[] content) {
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
