// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.testing.Messages;
import dev.segue.compression.testing.TestData;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class CompressionPolicyTest {

  private static final Codec ZSTD = Codec.zstd();

  @Test
  void hasDefaultsThatDependOnADictionary() {
    CompressionPolicy plain = CompressionPolicy.of(ZSTD);
    assertSame(ZSTD, plain.codec());
    assertEquals(64, plain.minimumLength());
    assertEquals(5, plain.minimumSavingPercent());
    byte[] content = TestData.of(TestData.Kind.TEXT, 1000);
    try (ZstdDictionary dictionary = ZstdDictionary.of(MemorySegment.ofArray(content))) {
      Codec codec = Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary));
      assertEquals(0, CompressionPolicy.of(codec).minimumLength());
    }
  }

  @Test
  void withMethodsReturnCopies() {
    CompressionPolicy plain = CompressionPolicy.of(ZSTD);
    CompressionPolicy changed = plain.withMinimumLength(7).withMinimumSavingPercent(20);
    assertEquals(7, changed.minimumLength());
    assertEquals(20, changed.minimumSavingPercent());
    assertSame(ZSTD, changed.codec());
    assertEquals(64, plain.minimumLength());
    assertEquals(5, plain.minimumSavingPercent());
  }

  @Test
  void refusesANullCodecImmediately() {
    NullPointerException e =
        assertThrows(NullPointerException.class, () -> CompressionPolicy.of(nothing()));
    Messages.assertMentions(e, "codec");
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  @Test
  void refusesInvalidLimits() {
    CompressionPolicy plain = CompressionPolicy.of(ZSTD);
    Messages.assertMentions(
        assertThrows(IllegalArgumentException.class, () -> plain.withMinimumLength(-1)),
        "minimumLength=-1");
    for (int percent : new int[] {-1, 101}) {
      Messages.assertMentions(
          assertThrows(
              IllegalArgumentException.class, () -> plain.withMinimumSavingPercent(percent)),
          "minimumSavingPercent=" + percent);
    }
  }

  @Test
  void equalityDependsOnCodecAndLimits() {
    CompressionPolicy plain = CompressionPolicy.of(ZSTD);
    CompressionPolicy same = CompressionPolicy.of(ZSTD).withMinimumLength(64);
    assertEquals(plain, same);
    assertEquals(plain.hashCode(), same.hashCode());
    assertNotEquals(plain, plain.withMinimumLength(65));
    assertNotEquals(plain, plain.withMinimumSavingPercent(6));
    assertNotEquals(plain, CompressionPolicy.of(Codec.zstd(5)));
    assertTrue(plain.toString().contains("minimumLength=64"), plain.toString());
  }
}
