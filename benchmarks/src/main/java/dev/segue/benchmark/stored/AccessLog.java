// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.stored;

import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;

/// Generates nginx access logs from a seed: the n-th line is always the same. There are few
/// services, paths and agents, some far more frequent than others; addresses, times and identifiers
/// differ.
final class AccessLog {
  static final String SOURCE = "_source";
  static final String[] QUERIED = {"service_name", "method", "error_code", "url"};

  private static final String[] METHODS = {"GET", "GET", "GET", "GET", "POST", "PUT", "DELETE"};
  private static final String[] STATUS = {"200", "200", "200", "204", "301", "304", "404", "500"};
  private static final String[] ERRORS = {"none", "none", "none", "E1001", "E2040", "E5003"};
  private static final String[] WORDS = {
    "users", "orders", "items", "search", "cart", "login", "images", "reviews", "prices", "stock"
  };
  private static final String[] AGENTS = {
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
    "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
    "curl/8.5.0",
    "okhttp/4.12.0"
  };
  private static final int SERVICES = 40;
  private static final int PATHS = 2_000;
  private static final long SEED = 11;

  private AccessLog() {}

  /// Returns a line as a document: all of it stored, the queried fields indexed.
  static Document document(int number) {
    var random = new SplittableRandom(SEED + 31L * number);
    String[] terms = {
      service(random), pick(random, METHODS), pick(random, ERRORS), url(frequent(random, PATHS))
    };
    var document = new Document();
    document.add(new StoredField(SOURCE, source(number, random, terms)));
    for (int i = 0; i < QUERIED.length; i++) {
      document.add(new StringField(QUERIED[i], terms[i], Field.Store.NO));
    }
    return document;
  }

  /// Returns a value that a queried field may have.
  static String term(SplittableRandom random, int field) {
    return switch (field) {
      case 0 -> service(random);
      case 1 -> pick(random, METHODS);
      case 2 -> pick(random, ERRORS);
      default -> url(frequent(random, PATHS));
    };
  }

  private static String service(SplittableRandom random) {
    return "service-" + frequent(random, SERVICES);
  }

  private static String url(int path) {
    return "/api/v%d/%s/%d/%s"
        .formatted(1 + path % 3, WORDS[path % WORDS.length], path, WORDS[path / 7 % WORDS.length]);
  }

  private static String source(int number, SplittableRandom random, String[] terms) {
    long seconds = number / 20L;
    return String.format(
        Locale.ROOT,
        "{\"timestamp\":\"2026-11-%02dT%02d:%02d:%02d.%03dZ\",\"remote_addr\":\"10.%d.%d.%d\","
            + "\"service_name\":\"%s\",\"method\":\"%s\",\"error_code\":\"%s\",\"url\":\"%s\","
            + "\"protocol\":\"HTTP/1.1\",\"status\":%s,\"bytes_sent\":%d,\"request_time\":%.3f,"
            + "\"upstream_addr\":\"172.16.%d.%d:8080\",\"upstream_time\":%.3f,"
            + "\"referer\":\"https://www.example.com%s\",\"user_agent\":\"%s\",\"host\":\"web-%02d\","
            + "\"region\":\"region-%d\",\"trace_id\":\"%016x\"}",
        1 + seconds / 86_400 % 28,
        seconds / 3_600 % 24,
        seconds / 60 % 60,
        seconds % 60,
        random.nextInt(1_000),
        random.nextInt(256),
        random.nextInt(256),
        random.nextInt(256),
        terms[0],
        terms[1],
        terms[2],
        terms[3],
        pick(random, STATUS),
        random.nextInt(100, 60_000),
        random.nextDouble(2),
        random.nextInt(8),
        random.nextInt(1, 40),
        random.nextDouble(2),
        url(frequent(random, PATHS)),
        pick(random, AGENTS),
        random.nextInt(24),
        random.nextInt(4),
        random.nextLong());
  }

  private static String pick(SplittableRandom random, String[] values) {
    return values[random.nextInt(values.length)];
  }

  /// Returns a random number; low ones are more likely, approximately by Zipf's law.
  private static int frequent(SplittableRandom random, int count) {
    return Math.min((int) Math.pow(count, random.nextDouble()) - 1, count - 1);
  }
}
