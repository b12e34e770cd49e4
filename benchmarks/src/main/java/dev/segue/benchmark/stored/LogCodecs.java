// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.stored;

import dev.segue.lucene.SegueLuceneCodec;
import dev.segue.lucene.SegueStoredFieldsFormat;
import dev.segue.lucene.StoredFieldsDictionary;
import java.io.IOException;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;

/// Creates the codecs, by their names in the tables.
final class LogCodecs {
  private static final Pattern SEGUE = Pattern.compile("segue-(\\d+)k(-dictionary)?");
  private static final int SAMPLES = 5_000;
  private static final int DICTIONARY_BYTES = 32 << 10;

  /// The number of the first sample line, which is in no index.
  private static final int FIRST_SAMPLE = 1_000_000_000;

  private LogCodecs() {}

  static Codec open(String library) throws IOException {
    var segue = SEGUE.matcher(library);
    if (segue.matches()) {
      var format =
          SegueStoredFieldsFormat.defaults()
              .withBlockLength(Integer.parseInt(segue.group(1)) << 10);
      return new SegueLuceneCodec(segue.group(2) == null ? format : format.withDictionary(train()));
    }
    return switch (library) {
      case "lucene-best-speed" -> new Lucene104Codec(Lucene104Codec.Mode.BEST_SPEED);
      case "lucene-best-compression" -> new Lucene104Codec(Lucene104Codec.Mode.BEST_COMPRESSION);
      default -> throw new IllegalArgumentException("unknown library: " + library);
    };
  }

  private static byte[] train() throws IOException {
    var samples =
        IntStream.range(FIRST_SAMPLE, FIRST_SAMPLE + SAMPLES)
            .mapToObj(AccessLog::document)
            .toList();
    return StoredFieldsDictionary.train(samples, DICTIONARY_BYTES);
  }
}
