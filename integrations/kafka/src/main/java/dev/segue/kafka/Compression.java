// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.Envelope;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/// Compresses payloads one by one, and decompresses any [Envelope].
///
/// The zstd libraries are loaded when a value is first compressed or found compressed.
final class Compression implements AutoCloseable {
  private static final int VERSION_SHIFT = 5;
  private static final int ENVELOPE_VERSION = 1;

  private final boolean isOn;
  private final @Nullable Integer level;
  private final List<ZstdDictionary> dictionaries;
  private final int maxBytes;

  /// Null until first needed.
  private volatile @Nullable Envelope envelope;

  private Compression(
      boolean isOn, @Nullable Integer level, List<ZstdDictionary> dictionaries, int maxBytes) {
    this.isOn = isOn;
    this.level = level;
    this.dictionaries = dictionaries;
    this.maxBytes = maxBytes;
  }

  /// @throws ConfigException if the level is not valid, or a dictionary cannot be loaded
  static Compression of(Keys keys) {
    String text = keys.text(SegueKafkaConfig.ZSTD);
    Integer level = level(text);
    List<ZstdDictionary> dictionaries = new ArrayList<>();
    var made =
        new Compression(
            !text.equals("off"), level, dictionaries, keys.number(SegueKafkaConfig.MAX_BYTES));
    try {
      for (String file : keys.list(SegueKafkaConfig.ZSTD_DICTIONARIES)) {
        dictionaries.add(load(file));
      }
      if (made.isOn || !dictionaries.isEmpty()) {
        Envelope _ = made.envelope(); // fails now if zstd refuses the level or a dictionary
      }
      return made;
    } catch (IllegalArgumentException e) {
      made.close();
      String key =
          level == null && !dictionaries.isEmpty()
              ? SegueKafkaConfig.ZSTD_DICTIONARIES
              : SegueKafkaConfig.ZSTD;
      throw new ConfigException(key, text, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
  }

  private static @Nullable Integer level(String text) {
    if (text.equals("off") || text.equals("on")) {
      return null;
    }
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException _) {
      throw new ConfigException(SegueKafkaConfig.ZSTD, text, "write off, on, or a level such as 3");
    }
  }

  private static ZstdDictionary load(String file) {
    try {
      return ZstdDictionary.load(Path.of(file));
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigException(
          SegueKafkaConfig.ZSTD_DICTIONARIES, file, "cannot load the dictionary: " + e);
    }
  }

  private Envelope envelope() {
    Envelope made = envelope;
    if (made == null) {
      ZstdOptions options =
          level == null ? ZstdOptions.defaults() : ZstdOptions.defaults().withLevel(level);
      if (!dictionaries.isEmpty()) {
        options =
            options
                .withDictionary(dictionaries.getFirst())
                .withDecompressionDictionaries(
                    dictionaries.stream().skip(1).toArray(ZstdDictionary[]::new));
      }
      made = Envelope.of(Codec.zstd(options));
      envelope = made;
    }
    return made;
  }

  /// Returns the shorter of a payload and its compressed form.
  byte[] compress(byte[] payload) {
    if (!isOn) {
      return payload;
    }
    byte[] compressed = envelope().encode(payload);
    return compressed.length < payload.length ? compressed : payload;
  }

  /// Whether a value with this first byte is an envelope. A payload begins with `e5`.
  static boolean isCompressed(byte first) {
    return (first & 0xFF) >>> VERSION_SHIFT == ENVELOPE_VERSION;
  }

  /// Returns the payload in an envelope.
  ByteBuffer decompress(ByteBuffer value) {
    MemorySegment source = MemorySegment.ofBuffer(value);
    long length = envelope().contentLength(source);
    if (length > maxBytes) {
      throw new CompressionException(
          Kind.LIMIT_EXCEEDED,
          "the value states length=%d, but %s=%d"
              .formatted(length, SegueKafkaConfig.MAX_BYTES, maxBytes));
    }
    byte[] payload = new byte[(int) length];
    long _ = envelope().decode(source, MemorySegment.ofArray(payload));
    return ByteBuffer.wrap(payload);
  }

  boolean holdsDictionaries() {
    return !dictionaries.isEmpty();
  }

  @Override
  public void close() {
    dictionaries.forEach(ZstdDictionary::close);
  }
}
