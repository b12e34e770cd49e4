// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.lucene.SegueLuceneCodec;
import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;

/// An index in memory.
final class Main {

  private Main() {}

  public static void main(String[] args) throws IOException {
    try (var directory = new ByteBuffersDirectory()) {
      var config = new IndexWriterConfig().setCodec(new SegueLuceneCodec());
      try (var writer = new IndexWriter(directory, config)) {
        Document document = new Document();
        document.add(new StoredField("article", "tea"));
        writer.addDocument(document);
      }
      try (var reader = DirectoryReader.open(directory)) {
        System.out.println("tea".equals(reader.storedFields().document(0).get("article")));
      }
    }
  }
}
