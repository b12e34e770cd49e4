// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SegueLuceneCodecTest {
  private static final SegueStoredFieldsFormat PLAIN = SegueStoredFieldsFormat.defaults();
  private static byte[] dictionary = {};

  @BeforeAll
  static void train() throws IOException {
    dictionary = StoredFieldsDictionary.train(Logs.documents(100_000, 3_000), 8 << 10);
  }

  private static IndexWriterConfig config(Codec codec) {
    return new IndexWriterConfig().setCodec(codec);
  }

  private static IndexWriterConfig config(SegueStoredFieldsFormat format) {
    return config(new SegueLuceneCodec(format));
  }

  private static void write(Directory directory, IndexWriterConfig config, int first, int count)
      throws IOException {
    try (var writer = new IndexWriter(directory, config)) {
      writer.addDocuments(Logs.documents(first, count));
    }
  }

  private static void assertHolds(Directory directory, int count) throws IOException {
    try (var reader = DirectoryReader.open(directory)) {
      assertEquals(count, reader.numDocs());
      var searcher = new IndexSearcher(reader);
      var stored = searcher.storedFields();
      for (int number : new Random(count).ints(Math.min(count, 500), 0, count).toArray()) {
        var found = searcher.search(new TermQuery(new Term("id", "" + number)), 2);
        assertEquals(1, found.scoreDocs.length);
        assertEquals(
            Logs.values(Logs.document(number)),
            Logs.values(stored.document(found.scoreDocs[0].doc)));
      }
    }
    try (var check = new CheckIndex(directory)) {
      assertTrue(check.checkIndex().clean);
    }
  }

  private static long storedBytes(Directory directory) throws IOException {
    long sum = 0;
    for (String name : directory.listAll()) {
      if (name.endsWith(".fdt") || name.endsWith("." + DictionaryFile.EXTENSION)) {
        sum += directory.fileLength(name);
      }
    }
    return sum;
  }

  @Test
  void codecIsFoundByItsName() {
    assertInstanceOf(SegueLuceneCodec.class, Codec.forName("SegueLucene104"));
    assertTrue(Codec.availableCodecs().contains("SegueLucene104"));
  }

  @Test
  void documentsAreRestoredWithEachSetting() throws IOException {
    for (var format :
        List.of(
            PLAIN,
            PLAIN.withLevel(-5).withBlockLength(1),
            PLAIN.withLevel(1).withBlockLength(4 << 10).withDictionary(dictionary),
            PLAIN.withLevel(9).withBlockLength(512 << 10),
            PLAIN.withDictionary(
                "GET /search?q= HTTP/1.1 raw content"
                    .repeat(4)
                    .getBytes(StandardCharsets.US_ASCII)))) {
      try (var directory = new ByteBuffersDirectory()) {
        write(directory, config(format), 0, 2_000);
        assertHolds(directory, 2_000);
      }
    }
  }

  @Test
  void documentsOfAnyLengthAreRestored() throws IOException {
    var random = new Random(3);
    var texts = new ArrayList<String>();
    for (int length : new int[] {0, 1, 3_000, 40_000, 700_000, 0, 5, 200_000, 0}) {
      var text = new StringBuilder();
      while (text.length() < length) {
        text.append(Logs.line(random.nextInt()));
      }
      texts.add(text.substring(0, length));
    }
    for (int blockLength : new int[] {1_000, 32 << 10, 1 << 20}) {
      try (var directory = new ByteBuffersDirectory()) {
        try (var writer = new IndexWriter(directory, config(PLAIN.withBlockLength(blockLength)))) {
          for (String text : texts) {
            var document = new Document();
            if (!text.isEmpty()) {
              document.add(new StringField("unindexed", "x", Field.Store.NO));
            }
            document.add(new StoredField("text", text));
            writer.addDocument(document);
            writer.addDocument(new Document());
          }
        }
        try (var reader = DirectoryReader.open(directory)) {
          for (int i = 0; i < texts.size(); i++) {
            assertEquals(texts.get(i), reader.storedFields().document(2 * i).get("text"));
            assertTrue(reader.storedFields().document(2 * i + 1).getFields().isEmpty());
          }
        }
      }
    }
  }

  @Test
  void smallBlocksNeedADictionary() throws IOException {
    try (var without = new ByteBuffersDirectory();
        var with = new ByteBuffersDirectory();
        var large = new ByteBuffersDirectory()) {
      write(without, config(PLAIN.withBlockLength(1 << 10)).setUseCompoundFile(false), 0, 4_000);
      write(
          with,
          config(PLAIN.withBlockLength(1 << 10).withDictionary(dictionary))
              .setUseCompoundFile(false),
          0,
          4_000);
      write(large, config(PLAIN.withBlockLength(256 << 10)).setUseCompoundFile(false), 0, 4_000);
      assertTrue(storedBytes(with) < storedBytes(without) * 3 / 4, "the dictionary counted");
      assertTrue(storedBytes(large) < storedBytes(without));
    }
  }

  @Test
  void segmentsOfDifferentSettingsAreReadAndMerged() throws IOException {
    byte[] other = StoredFieldsDictionary.train(Logs.documents(200_000, 2_000), 4 << 10);
    var writers =
        List.of(
            config(new Lucene104Codec()),
            config(PLAIN),
            config(PLAIN.withDictionary(dictionary)),
            config(PLAIN.withDictionary(other).withLevel(1)));
    try (var directory = new ByteBuffersDirectory()) {
      for (int i = 0; i < 4; i++) {
        write(directory, writers.get(i).setMergePolicy(NoMergePolicy.INSTANCE), 500 * i, 500);
      }
      assertEquals(4, segments(directory));
      assertHolds(directory, 2_000);
      try (var writer = new IndexWriter(directory, config(PLAIN.withDictionary(dictionary)))) {
        writer.forceMerge(1);
      }
      assertEquals(1, segments(directory));
      assertHolds(directory, 2_000);
    }
  }

  @Test
  void mergingDropsDeletedDocuments() throws IOException {
    try (var directory = new ByteBuffersDirectory()) {
      write(directory, config(PLAIN.withDictionary(dictionary)), 0, 1_500);
      try (var writer = new IndexWriter(directory, config(PLAIN.withDictionary(dictionary)))) {
        for (int number = 1_000; number < 1_500; number++) {
          writer.deleteDocuments(new Term("id", "" + number));
        }
        writer.forceMerge(1);
      }
      assertHolds(directory, 1_000);
    }
  }

  @Test
  void sortedIndexesAreRestored() throws IOException {
    var config =
        config(PLAIN.withDictionary(dictionary))
            .setIndexSort(new Sort(new SortField("order", SortField.Type.LONG)));
    try (var directory = new ByteBuffersDirectory()) {
      try (var writer = new IndexWriter(directory, config)) {
        for (int number : IntStream.range(0, 1_000).toArray()) {
          var document = Logs.document(number);
          document.add(new NumericDocValuesField("order", -number));
          writer.addDocument(document);
        }
      }
      assertHolds(directory, 1_000);
    }
  }

  @Test
  void segmentsShareOneCopyOfADictionary() throws IOException {
    try (var directory = new ByteBuffersDirectory()) {
      for (int i = 0; i < 3; i++) {
        write(
            directory,
            config(PLAIN.withDictionary(dictionary)).setMergePolicy(NoMergePolicy.INSTANCE),
            100 * i,
            100);
      }
      try (var reader = DirectoryReader.open(directory)) {
        assertEquals(3, reader.leaves().size());
        assertEquals(
            ZstdMode.of(3, dictionary.clone()),
            ZstdMode.of(3, Arrays.copyOf(dictionary, dictionary.length)));
        assertTrue(ZstdMode.of(3, dictionary) != ZstdMode.of(4, dictionary));
        assertTrue(ZstdMode.of(3, dictionary) != ZstdMode.of(3, null));
      }
    }
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> PLAIN.withLevel(23));
    assertThrows(IllegalArgumentException.class, () -> PLAIN.withBlockLength(0));
    assertThrows(IllegalArgumentException.class, () -> PLAIN.withBlockLength((16 << 20) + 1));
    assertThrows(IllegalArgumentException.class, () -> PLAIN.withDictionary(new byte[0]));
    assertThrows(
        IllegalArgumentException.class, () -> PLAIN.withDictionary(new byte[(1 << 20) + 1]));
    assertThrows(
        IllegalArgumentException.class, () -> StoredFieldsDictionary.train(List.of(), 4_096));
    assertEquals(
        "SegueStoredFieldsFormat[level=3, blockLength=32768, dictionary=none]", PLAIN.toString());
  }

  private static int segments(Directory directory) throws IOException {
    try (var reader = DirectoryReader.open(directory)) {
      for (var leaf : reader.leaves()) {
        assertTrue(((SegmentReader) leaf.reader()).getSegmentInfo().info.maxDoc() > 0);
      }
      return reader.leaves().size();
    }
  }
}
