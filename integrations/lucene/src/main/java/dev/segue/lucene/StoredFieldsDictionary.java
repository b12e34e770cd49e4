// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import dev.segue.compression.CompressionException;
import dev.segue.compression.ZstdDictionary;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.compressing.CompressionMode;
import org.apache.lucene.codecs.compressing.Compressor;
import org.apache.lucene.codecs.compressing.Decompressor;
import org.apache.lucene.codecs.lucene90.compressing.Lucene90CompressingStoredFieldsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.DataOutput;

/// Trains dictionaries for [SegueStoredFieldsFormat#withDictionary(byte[])].
public final class StoredFieldsDictionary {
  /// Longer than any sample document, so that each document becomes a separate block.
  private static final int LONGEST_SAMPLE = 1 << 20;

  private static final int BLOCK_SHIFT = 10; // as in Lucene's own formats

  private StoredFieldsDictionary() {}

  /// Trains a dictionary on documents as Lucene stores them. Keep the result in a file: training
  /// takes seconds, and all segments with the same dictionary share its memory.
  ///
  /// @param samples a few thousand typical documents, whose stored fields are used; a good total
  ///   size is about a hundred times the dictionary's length
  /// @param maxLength the greatest length of the dictionary, in bytes: 256 to 1 MiB; 16 to 64 KiB
  ///   is usual
  /// @return the dictionary
  /// @throws CompressionException of kind `MALFORMED_INPUT` when there are too few samples
  /// @throws IllegalArgumentException if there are none, or the length is out of range
  /// @throws IOException if Lucene cannot store a document
  public static byte[] train(Iterable<Document> samples, int maxLength) throws IOException {
    DictionaryFile.requireLength(maxLength);
    var recording = new Recording();
    var format =
        new Lucene90CompressingStoredFieldsFormat(
            "Samples", recording, LONGEST_SAMPLE, 1, BLOCK_SHIFT);
    var config =
        new IndexWriterConfig()
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setCodec(
                new FilterCodec("Samples", Codec.getDefault()) {
                  @Override
                  public StoredFieldsFormat storedFieldsFormat() {
                    return format;
                  }
                });
    try (var directory = new ByteBuffersDirectory();
        var writer = new IndexWriter(directory, config)) {
      for (Document sample : samples) {
        writer.addDocument(storedOnly(sample));
      }
      writer.flush();
      writer.rollback(); // every document has been recorded
    }
    try (var dictionary = ZstdDictionary.train(recording.samples, maxLength)) {
      return dictionary.toByteArray();
    }
  }

  private static Document storedOnly(Document sample) {
    var copy = new Document();
    for (IndexableField field : sample) {
      if (field.fieldType().stored()) {
        copy.add(copy(field));
      }
    }
    return copy;
  }

  private static StoredField copy(IndexableField field) {
    var value = field.storedValue();
    return switch (value.getType()) {
      case INTEGER -> new StoredField(field.name(), value.getIntValue());
      case LONG -> new StoredField(field.name(), value.getLongValue());
      case FLOAT -> new StoredField(field.name(), value.getFloatValue());
      case DOUBLE -> new StoredField(field.name(), value.getDoubleValue());
      case BINARY -> new StoredField(field.name(), value.getBinaryValue());
      case DATA_INPUT -> new StoredField(field.name(), value.getDataInputValue());
      case STRING -> new StoredField(field.name(), value.getStringValue());
    };
  }

  /// A compression mode that records the bytes of each document as a sample.
  private static final class Recording extends CompressionMode {
    private final List<MemorySegment> samples = new ArrayList<>();

    @Override
    public Compressor newCompressor() {
      return new Compressor() {
        @Override
        public void compress(ByteBuffersDataInput in, DataOutput out) throws IOException {
          var sample = new byte[Math.toIntExact(in.length() - in.position())];
          in.readBytes(sample, 0, sample.length);
          if (sample.length > 0) {
            samples.add(MemorySegment.ofArray(sample));
          }
        }

        @Override
        public void close() {
          // no resources to close
        }
      };
    }

    @Override
    public Decompressor newDecompressor() {
      throw new UnsupportedOperationException("samples are not read");
    }
  }
}
