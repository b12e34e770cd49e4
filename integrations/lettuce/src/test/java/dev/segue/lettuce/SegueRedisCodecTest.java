// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SegueRedisCodecTest {
  private static final Serializer SERIALIZER = Order.serializer();
  private static final SegueRedisCodec<String, Order> ORDERS =
      SegueRedisCodec.objects(StringCodec.UTF8, SERIALIZER, Order.class);
  private static final SegueRedisCodec<byte[], byte[]> BYTES =
      SegueRedisCodec.of(ByteArrayCodec.INSTANCE);
  private static final CompressionPolicy ZSTD = CompressionPolicy.of(Codec.zstd());

  /// Encodes in both ways, which must have the same result.
  private static <V> byte[] stored(SegueRedisCodec<?, V> codec, V value) {
    ByteBuffer made = codec.encodeValue(value);
    var bytes = new byte[made.remaining()];
    made.get(bytes);
    ByteBuf target = Unpooled.directBuffer(1);
    try {
      target.writeByte(7);
      codec.encodeValue(value, target);
      var written = new byte[target.readableBytes() - 1];
      target.getBytes(1, written);
      assertArrayEquals(bytes, written);
      assertEquals(7, target.getByte(0));
    } finally {
      target.release();
    }
    return bytes;
  }

  /// Decodes from the middle of a direct buffer, like Lettuce.
  private static <V> V read(SegueRedisCodec<?, V> codec, byte[] stored) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(stored.length + 9);
    buffer.put(5, stored).position(5).limit(5 + stored.length);
    return requireNonNull(codec.decodeValue(buffer.slice()));
  }

  private static byte[] randomBytes(int length) {
    var bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  @Test
  void otherCodecEncodesKeys() {
    assertEquals("käse", ORDERS.decodeKey(ORDERS.encodeKey("käse")));
    ByteBuf target = Unpooled.buffer();
    ORDERS.encodeKey("käse", target);
    assertEquals("käse", target.toString(StandardCharsets.UTF_8));
  }

  @Test
  void objectsAreRestoredFromEachForm() {
    for (var codec :
        List.of(
            ORDERS,
            ORDERS.compressed(ZSTD),
            ORDERS.compressed(CompressionPolicy.of(Codec.lz4Raw())),
            ORDERS.compressedForGlide(ZstdOptions.defaults().withLevel(1)))) {
      for (int items : new int[] {0, 1, 20, 5_000}) {
        Order order = Order.of(items, items);
        assertEquals(order, read(codec, stored(codec, order)));
      }
    }
  }

  @Test
  void uncompressedObjectsArePlainPayloads() {
    Order order = Order.of(3, 3);
    assertArrayEquals(SERIALIZER.toBytes(order), stored(ORDERS, order));
  }

  @Nested
  class InEnvelopes {
    private final SegueRedisCodec<byte[], byte[]> codec = BYTES.compressed(ZSTD);

    @Test
    void compressesIfThatSavesSpace() {
      byte[] zeros = new byte[4_000];
      byte[] random = randomBytes(4_000);
      assertTrue(stored(codec, zeros).length < 100);
      assertEquals(4_003, stored(codec, random).length);
      assertArrayEquals(zeros, read(codec, stored(codec, zeros)));
      assertArrayEquals(random, read(codec, stored(codec, random)));
      assertArrayEquals(new byte[0], read(codec, stored(codec, new byte[0])));
    }

    @Test
    void readsValuesOfOtherPolicies() {
      byte[] value = new byte[1_000];
      for (Codec other : List.of(Codec.lz4(), Codec.gzip(), Codec.snappy(), Codec.stored())) {
        byte[] stored = stored(BYTES.compressed(CompressionPolicy.of(other)), value);
        assertArrayEquals(value, read(codec, stored));
      }
    }

    @Test
    void refusesValuesBeyondTheMaximumLength() {
      byte[] stored = stored(codec, new byte[1_001]);
      assertArrayEquals(new byte[1_001], read(codec.withMaxValueLength(1_001), stored));
      assertKind(Kind.LIMIT_EXCEEDED, codec.withMaxValueLength(1_000), stored);
      assertThrows(IllegalArgumentException.class, () -> codec.withMaxValueLength(0));
    }

    @Test
    void refusesBytesThatAreNotAnEnvelope() {
      assertKind(Kind.MALFORMED_INPUT, codec, new byte[0]);
      assertKind(Kind.UNSUPPORTED, codec, "plain".getBytes(StandardCharsets.US_ASCII));
    }

    /// The header of a Brotli stream with a large window.
    @Test
    void unsupportedBodiesAreNotTakenForPlainValues() {
      byte[] stored = {0x27, 5, 0x11, (byte) 0xDE};
      CompressionException e = assertThrows(CompressionException.class, () -> read(codec, stored));
      assertEquals(Kind.UNSUPPORTED, e.kind());
      String message = String.valueOf(e.getMessage());
      assertFalse(message.contains("compressedForGlide"), message);
    }

    /// Values that were stored before compression was enabled.
    @Test
    void errorNamesTheFormThatReadsPlainValues() {
      for (String value : List.of("plain", "4711")) {
        byte[] plain = value.getBytes(StandardCharsets.US_ASCII);
        CompressionException e = assertThrows(CompressionException.class, () -> read(codec, plain));
        String message = String.valueOf(e.getMessage());
        assertTrue(message.contains("before compression was switched on"), message);
        assertTrue(message.contains("SegueRedisCodec.compressedForGlide(options)"), message);
        assertEquals(
            value,
            read(
                SegueRedisCodec.of(StringCodec.UTF8).compressedForGlide(ZstdOptions.defaults()),
                plain));
      }
    }
  }

  @Nested
  class ForGlide {
    private final SegueRedisCodec<String, String> codec =
        SegueRedisCodec.of(StringCodec.UTF8).compressedForGlide(ZstdOptions.defaults());

    @Test
    void readsPlainValuesAmongCompressedOnes() {
      String text = "the same again, ".repeat(300);
      byte[] plain = text.getBytes(StandardCharsets.UTF_8);
      byte[] compressed = stored(codec, text);
      assertTrue(compressed.length < plain.length / 10);
      assertEquals(text, read(codec, plain));
      assertEquals(text, read(codec, compressed));
      assertEquals("", read(codec, new byte[0]));
      assertArrayEquals("short".getBytes(StandardCharsets.UTF_8), stored(codec, "short"));
    }

    @Test
    void valuesThatLookCompressedAreRestored() {
      var bytes = BYTES.compressedForGlide(ZstdOptions.defaults());
      for (byte[] value : new byte[][] {{0, 1, 2}, {0, 1, 2, 0, 1}, {0, 1, 2, 0, 1, 2, 3}}) {
        byte[] stored = stored(bytes, value);
        assertTrue(stored.length > value.length);
        assertArrayEquals(value, read(bytes, stored));
      }
    }

    @Test
    void glideFormHasAFiveByteHeaderAndAFrameWithoutContentSize() {
      byte[] value = "another one, ".repeat(50).getBytes(StandardCharsets.UTF_8);
      byte[] stored = stored(BYTES.compressedForGlide(ZstdOptions.defaults()), value);
      assertEquals("0001020001" + "28b52ffd", HexFormat.of().formatHex(stored, 0, 9));
      MemorySegment frame = MemorySegment.ofArray(stored).asSlice(5);
      assertEquals(-1, Codec.zstd().decompressedLength(frame));
      assertArrayEquals(value, Codec.zstd().decompress(stored, 5, stored.length - 5, 1000));
    }

    @Test
    void leavesShortAndIncompressibleValuesPlain() {
      var bytes = BYTES.compressedForGlide(ZstdOptions.defaults());
      for (byte[] value : List.of(new byte[0], new byte[1], new byte[63], randomBytes(500))) {
        assertArrayEquals(value, stored(bytes, value));
        assertArrayEquals(value, read(bytes, value));
      }
      assertTrue(stored(bytes, new byte[64]).length < 64);
    }

    @Test
    void longValuesAreReadUpToTheBound() {
      String text = "0".repeat(3_000_000);
      byte[] stored = stored(codec, text);
      assertEquals(text, read(codec, stored));
      assertEquals(text, read(codec.withMaxValueLength(3_000_000), stored));
      assertKind(Kind.LIMIT_EXCEEDED, codec.withMaxValueLength(2_999_999), stored);
    }

    @Test
    void refusesDamagedValues() {
      byte[] stored = stored(codec, "0".repeat(1_000));
      byte[] short4 = {0, 1, 2, 0};
      assertKind(Kind.MALFORMED_INPUT, codec, short4);
      for (int offset : new int[] {3, 4}) {
        byte[] other = stored.clone();
        other[offset] = 9;
        assertKind(Kind.UNSUPPORTED, codec, other);
      }
    }
  }

  @Nested
  class WithDictionary {
    private static ZstdDictionary dictionary(long firstSeed) {
      var samples = new ArrayList<MemorySegment>();
      for (long seed = firstSeed; seed < firstSeed + 2_000; seed++) {
        samples.add(MemorySegment.ofArray(SERIALIZER.toBytes(Order.of(seed, 4))));
      }
      return ZstdDictionary.train(samples, 4_096);
    }

    @Test
    void smallObjectsBecomeSmaller() {
      try (var dictionary = dictionary(1_000)) {
        var options = ZstdOptions.defaults().withDictionary(dictionary);
        var envelopes = ORDERS.compressed(CompressionPolicy.of(Codec.zstd(options)));
        var glide = ORDERS.compressedForGlide(options);
        for (int seed = 0; seed < 100; seed++) {
          Order order = Order.of(seed, 4);
          int plain = stored(ORDERS, order).length;
          assertTrue(stored(envelopes, order).length < plain * 2 / 3);
          assertTrue(stored(glide, order).length < plain);
          assertEquals(order, read(envelopes, stored(envelopes, order)));
          assertEquals(order, read(glide, stored(glide, order)));
        }
      }
    }

    @Test
    void anotherDictionaryIsAnError() {
      try (var one = dictionary(1_000);
          var other = dictionary(9_000)) {
        var policy = CompressionPolicy.of(Codec.zstd(ZstdOptions.defaults().withDictionary(one)));
        var stranger =
            CompressionPolicy.of(Codec.zstd(ZstdOptions.defaults().withDictionary(other)));
        byte[] stored = stored(ORDERS.compressed(policy), Order.of(1, 4));
        assertKind(Kind.WRONG_DICTIONARY, ORDERS.compressed(stranger), stored);
        assertKind(Kind.WRONG_DICTIONARY, ORDERS.compressed(ZSTD), stored);
      }
    }
  }

  @Test
  void invalidPayloadIsAnError() {
    assertThrows(SerializationException.class, () -> read(ORDERS, randomBytes(100)));
    assertThrows(SerializationException.class, () -> read(ORDERS, new byte[0]));
  }

  /// Any bytes decode to a value or cause one of the two exceptions.
  @Test
  void randomDamageIsAValueOrAnError() {
    var codecs =
        List.of(ORDERS.compressed(ZSTD), ORDERS.compressedForGlide(ZstdOptions.defaults()));
    var random = new Random(42);
    int errors = 0;
    for (int i = 0; i < 4_000; i++) {
      var codec = codecs.get(i % 2);
      byte[] stored = stored(codec, Order.of(i, 10));
      stored[random.nextInt(stored.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        read(codec, stored);
      } catch (CompressionException | SerializationException e) {
        errors++;
      }
    }
    assertTrue(errors > 1_000, "errors=" + errors);
  }

  private static void assertKind(Kind kind, SegueRedisCodec<?, ?> codec, byte[] stored) {
    assertEquals(kind, assertThrows(CompressionException.class, () -> read(codec, stored)).kind());
  }
}
