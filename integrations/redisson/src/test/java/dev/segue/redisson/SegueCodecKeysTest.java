// SPDX-License-Identifier: Apache-2.0

package dev.segue.redisson;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.ZstdOptions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.redisson.client.handler.State;

/// Keys of maps.
class SegueCodecKeysTest {

  enum Region {
    NORTH,
    SOUTH {
      @Override
      int sign() {
        return -1;
      }
    };

    int sign() {
      return 1;
    }
  }

  record Site(@Nullable String region, @Nullable Integer number) {}

  record Key(
      String tenant, long id, @Nullable LocalDate day, @Nullable Site site, @Nullable Key parent) {}

  /// Two classes whose names yield the same number in a serializer that allows them by a rule.
  record Box(int number) {}

  /// See [Box].
  record Fuse(int number) {}

  record Placed(Region region) {}

  record Spot(double x) {}

  record Tags(Set<String> tags) {}

  record Loose(String text) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Loose(String same) && same.equalsIgnoreCase(text);
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  private static SegueCodec codec() {
    return new SegueCodec("dev.segue.redisson");
  }

  private static byte[] bytes(SegueCodec codec, Object key) throws IOException {
    ByteBuf encoded = codec.getMapKeyEncoder().encode(key);
    try {
      return ByteBufUtil.getBytes(encoded);
    } finally {
      encoded.release();
    }
  }

  /// Creates new keys with each call, which share no objects.
  private static List<Object> keys() {
    return new ArrayList<>(
        List.of(
            new String("text"),
            "t\u00e4xt \u20ac",
            true,
            (byte) 1,
            (short) 1,
            'c',
            1,
            1L << 40,
            new BigInteger("12345678901234567890"),
            new BigDecimal("1.50"),
            new UUID(1, 2),
            Instant.ofEpochSecond(1, 2),
            ZonedDateTime.of(LocalDate.of(2020, 1, 2).atStartOfDay(), ZoneId.of("Europe/Paris")),
            new Site("south", 1000),
            new Site(null, null),
            new Box(1),
            new Fuse(2),
            new Key(
                new String("a"),
                1,
                LocalDate.of(2020, 1, 2),
                new Site("north", 7),
                new Key("b", 2, null, null, null))));
  }

  @Test
  void bytesOfEqualKeysAreIndependentOfHistory() throws IOException {
    List<Object> keys = keys();
    List<byte[]> expected = new ArrayList<>();
    SegueCodec first = codec();
    for (Object key : keys) {
      expected.add(bytes(first, key));
    }
    SegueCodec second = codec().compressed(ZstdOptions.defaults());
    second.getValueEncoder().encode(Order.of(1, 1)).release();
    List<Object> equal = keys();
    for (int i = keys.size() - 1; i >= 0; i--) {
      assertEquals(keys.get(i), equal.get(i));
      assertArrayEquals(expected.get(i), bytes(second, equal.get(i)), keys.get(i).toString());
      assertArrayEquals(expected.get(i), bytes(first, equal.get(i)), keys.get(i).toString());
    }
  }

  private static void assertBytes(Object key, String expected) throws IOException {
    assertEquals(expected, HexFormat.of().formatHex(bytes(codec(), key)));
  }

  /// Later versions must find the keys of earlier ones: these bytes must never change.
  @Test
  void keysKeepTheBytesOfEarlierVersions() throws IOException {
    assertBytes(
        "text",
        "e501040001000000000000005d0000001100000074657874010000fb50dc0717ff266c030000" + "0000");
    assertBytes(
        7L,
        "e501040007000000000000005d0000000700000000000000010000fb50dc0717ff266c030000" + "0000");
    assertBytes(
        new Site("north", 7),
        "e5010400000100008aceb1a8890100000007000000150000006e6f7274680100010080028ace"
            + "b1a8ff002a6465762e73656775652e7265646973736f6e2e5365677565436f6465634b657973"
            + "546573742453697465020c066e756d6265721806726567696f6ef70f7d2a622b45a448000000"
            + "00");
  }

  @Test
  void everyCodecReadsKeys() throws IOException {
    SegueCodec writer = codec();
    SegueCodec reader = codec();
    List<Object> keys = keys();
    Collections.reverse(keys);
    for (Object key : keys) {
      ByteBuf stored = Unpooled.wrappedBuffer(bytes(writer, key));
      assertEquals(key, reader.getMapKeyDecoder().decode(stored, new State()));
    }
  }

  private static void assertRefused(Object key, String expected) {
    IOException refused = assertThrows(IOException.class, () -> bytes(codec(), key));
    assertTrue(refused.toString().contains(expected), refused.toString());
  }

  @Test
  void keysWithoutUniqueBytesAreRefused() {
    assertRefused(new HashSet<>(List.of("a")), "java.util.HashSet");
    assertRefused(List.of("a"), "CompositeCodec");
    assertRefused(0.0 / 0.0, "java.lang.Double");
    assertRefused(new Spot(1), "Spot.x");
    assertRefused(new Tags(Set.of("a")), "Tags.tags");
    assertRefused(new Loose("a"), "declares equals");
    assertRefused(new byte[] {1}, "byte[]");
    assertRefused(Region.NORTH, "gets another constant");
    assertRefused(Region.SOUTH, "gets another constant");
    assertRefused(new Placed(Region.NORTH), "Placed.region");
  }

  @Test
  void keysOutsideThePackagesAreRefused() {
    IOException refused =
        assertThrows(
            IOException.class, () -> bytes(new SegueCodec("com.example"), new Site(null, 1)));
    assertTrue(refused.toString().contains("packages"), refused.toString());
  }

  @Test
  void damagedKeysAreErrors() throws IOException {
    byte[] stored = bytes(codec(), new Site("north", 1));
    stored[5] ^= 1;
    ByteBuf damaged = Unpooled.wrappedBuffer(stored);
    assertThrows(IOException.class, () -> codec().getMapKeyDecoder().decode(damaged, new State()));
  }
}
