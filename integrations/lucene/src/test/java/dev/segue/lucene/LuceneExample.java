// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;

/// Writes an index with a dictionary, and reads it in any process that has the module.
final class LuceneExample {
  private LuceneExample() {}

  /// @param args `write` or `read`, and the folder of the index
  public static void main(String[] args) throws IOException {
    try (var directory = FSDirectory.open(Path.of(args[1]))) {
      if (args[0].equals("write")) {
        write(directory);
      } else {
        read(directory);
      }
    }
  }

  private static void write(FSDirectory directory) throws IOException {
    // Blocks of 8 KiB are fast to fetch; the dictionary compensates for their lower compression.
    var samples = Logs.documents(100_000, 3_000);
    var analyzer = new StandardAnalyzer();
    byte[] dictionary = StoredFieldsDictionary.train(samples, 16 << 10);
    var format =
        SegueStoredFieldsFormat.defaults().withBlockLength(8 << 10).withDictionary(dictionary);
    var config = new IndexWriterConfig(analyzer).setCodec(new SegueLuceneCodec(format));
    try (var writer = new IndexWriter(directory, config)) {
      writer.addDocuments(Logs.documents(0, 10_000));
    }
  }

  /// Does not refer to the codec, because Lucene finds it by its name.
  private static void read(FSDirectory directory) throws IOException {
    try (var reader = DirectoryReader.open(directory)) {
      var searcher = new IndexSearcher(reader);
      var found = searcher.search(new TermQuery(new Term("id", "4711")), 1);
      System.out.println(searcher.storedFields().document(found.scoreDocs[0].doc).get("line"));
    }
  }
}
