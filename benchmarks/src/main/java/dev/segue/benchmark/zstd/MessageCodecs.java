// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import dev.segue.compression.ZstdDictionary;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Opens the libraries by their names in the tables.
public final class MessageCodecs {
  /// The maximum length of the dictionary: a hundredth of its training data.
  private static final int DICTIONARY_BYTES = 8 * 1024;

  private static final int SAMPLE_BYTES = 100 * DICTIONARY_BYTES;

  private MessageCodecs() {}

  /// Sets a library up and checks a round trip of all messages.
  ///
  /// @param dictionary whether to use one; the same for every library, trained with other messages
  public static MessageCodec open(String library, byte[][] messages, boolean dictionary) {
    byte[] trained = dictionary ? train(messages[0].length) : null;
    MessageCodec codec = named(library, messages, trained);
    for (int i = 0; i < messages.length; i++) {
      long compressed = codec.compress(i);
      long length = codec.decompress(i);
      if (length != messages[i].length
          || !Arrays.equals(messages[i], codec.decompressed(messages[i].length))) {
        throw new IllegalStateException(
            "%s: %d bytes became %d and then %d others"
                .formatted(library, messages[i].length, compressed, length));
      }
    }
    return codec;
  }

  private static MessageCodec named(
      String library, byte[][] messages, byte @Nullable [] dictionary) {
    return switch (library) {
      case "segue-segment" -> new SegueMessages(messages, dictionary);
      case "segue-envelope" -> new SegueEnvelopes(messages, dictionary);
      case "zstd-jni" -> new ZstdJniMessages(messages, dictionary);
      default -> throw new IllegalArgumentException("unknown library: " + library);
    };
  }

  private static byte[] train(int messageBytes) {
    byte[][] samples = Payload.messages(1, SAMPLE_BYTES / messageBytes, messageBytes);
    var segments = Stream.of(samples).map(MemorySegment::ofArray).toList();
    try (var dictionary = ZstdDictionary.train(segments, DICTIONARY_BYTES)) {
      return dictionary.toByteArray();
    }
  }
}
