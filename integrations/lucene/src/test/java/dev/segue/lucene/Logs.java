// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;

/// Documents for the tests. The n-th document is always the same.
final class Logs {
  private static final String[] PATHS = {"/", "/search", "/cart", "/login", "/static/app.js"};

  private Logs() {}

  static Document document(int number) {
    var random = new Random(number);
    var document = new Document();
    document.add(new StringField("id", Integer.toString(number), Field.Store.YES));
    document.add(new StoredField("line", line(number)));
    document.add(new StoredField("status", 200 + random.nextInt(5) * 100));
    document.add(new StoredField("bytes", random.nextLong(1 << 20)));
    document.add(new StoredField("seconds", random.nextDouble()));
    document.add(new StoredField("ratio", random.nextFloat()));
    document.add(new StoredField("raw", new byte[] {(byte) number, 1, 2}));
    return document;
  }

  static String line(int number) {
    var random = new Random(number);
    return "10.%d.%d.%d - - [21/Nov/2026:%02d:%02d:%02d +0000] \"GET %s?q=%d HTTP/1.1\" %d \"Mozilla/5.0 (X11; Linux x86_64)\""
        .formatted(
            random.nextInt(256),
            random.nextInt(256),
            random.nextInt(256),
            random.nextInt(24),
            random.nextInt(60),
            random.nextInt(60),
            PATHS[random.nextInt(PATHS.length)],
            random.nextInt(100_000),
            200 + random.nextInt(4) * 100);
  }

  static List<Document> documents(int first, int count) {
    return IntStream.range(first, first + count).mapToObj(Logs::document).toList();
  }

  /// Returns the values of a document.
  static List<String> values(Document document) {
    return document.getFields().stream()
        .map(field -> {
          var bytes = field.binaryValue();
          return field.name()
              + "="
              + (bytes == null
                  ? field.stringValue()
                  : new String(
                      bytes.bytes, bytes.offset, bytes.length, StandardCharsets.ISO_8859_1));
        })
        .toList();
  }
}
