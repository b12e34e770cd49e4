// SPDX-License-Identifier: Apache-2.0

package dev.segue.redisson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.segue.compression.ZstdOptions;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.SerializationException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetric;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.redisson.client.handler.State;
import org.redisson.client.protocol.Encoder;
import org.redisson.config.Config;

/// The codec without a server.
class SegueCodecTest {

  private static final String PACKAGE = "dev.segue.redisson";
  private static final SegueCodec PLAIN = new SegueCodec(PACKAGE);
  private static final SegueCodec COMPRESSED = PLAIN.compressed(ZstdOptions.defaults());

  private static byte[] bytes(Encoder encoder, Object value) throws IOException {
    ByteBuf encoded = encoder.encode(value);
    try {
      return ByteBufUtil.getBytes(encoded);
    } finally {
      encoded.release();
    }
  }

  private static byte[] bytes(SegueCodec codec, Object value) throws IOException {
    return bytes(codec.getValueEncoder(), value);
  }

  private static Object decoded(SegueCodec codec, ByteBuf stored) throws IOException {
    Object value = codec.getValueDecoder().decode(stored, new State());
    assertEquals(0, stored.readableBytes());
    return value;
  }

  private static Object decoded(SegueCodec codec, byte[] stored) throws IOException {
    return decoded(codec, Unpooled.wrappedBuffer(stored));
  }

  @Test
  void valuesAreRestored() throws IOException {
    for (SegueCodec codec : List.of(PLAIN, COMPRESSED)) {
      for (Object value :
          List.of("text", 1L, Map.of("a", List.of(1, 2.5)), Order.of(1, 0), Order.of(2, 500))) {
        assertEquals(value, decoded(codec, bytes(codec, value)));
      }
    }
    assertTrue(
        bytes(COMPRESSED, Order.of(2, 500)).length < bytes(PLAIN, Order.of(2, 500)).length / 2);
  }

  @Test
  void compositeBuffersAreRead() throws IOException {
    byte[] stored = bytes(PLAIN, Order.of(3, 3));
    ByteBuf parts =
        Unpooled.compositeBuffer()
            .addComponent(true, Unpooled.wrappedBuffer(stored, 0, 20))
            .addComponent(true, Unpooled.wrappedBuffer(stored, 20, stored.length - 20));
    assertEquals(Order.of(3, 3), decoded(PLAIN, parts));
  }

  @Test
  void compressionCanBeTurnedOnAndOffWhileValuesAreStored() throws IOException {
    assertEquals(Order.of(4, 99), decoded(COMPRESSED, bytes(PLAIN, Order.of(4, 99))));
    assertEquals(Order.of(4, 99), decoded(PLAIN, bytes(COMPRESSED, Order.of(4, 99))));
  }

  @Test
  void schemasCanBeStoredInARegistry() throws IOException {
    SchemaRegistry schemas = SchemaRegistry.inMemory();
    SegueCodec writer = PLAIN.configured(builder -> builder.schemaRegistry(schemas));
    SegueCodec reader = PLAIN.configured(builder -> builder.schemaRegistry(schemas));
    byte[] stored = bytes(writer, Order.of(5, 1));
    assertTrue(stored.length < bytes(PLAIN, Order.of(5, 1)).length - 50);
    assertEquals(Order.of(5, 1), decoded(reader, stored));
  }

  @Test
  void serializersThatReturnSlicesAreRefused() {
    SegueCodec slicing = PLAIN.configured(builder -> builder.sliceBuffers(true));
    assertThrows(IllegalArgumentException.class, () -> bytes(slicing, "any"));
  }

  @Test
  void classOutsideThePackagesIsAnErrorThatNamesTheSetting() {
    SegueCodec other = new SegueCodec("com.example");
    IOException refused = assertThrows(IOException.class, () -> bytes(other, Order.of(1, 1)));
    assertTrue(refused.toString().contains("packages"), refused.toString());
    assertInstanceOf(SerializationException.class, refused.getCause());
    IOException unread =
        assertThrows(IOException.class, () -> decoded(other, bytes(PLAIN, Order.of(1, 1))));
    assertTrue(unread.toString().contains("Order"), unread.toString());
  }

  @Test
  void invalidPackageNamesAreRefusedAtOnce() {
    assertThrows(IllegalArgumentException.class, () -> new SegueCodec(""));
    assertThrows(
        IllegalArgumentException.class, () -> new SegueCodec().setPackages(List.of("java")));
  }

  @Test
  void configurationFileConfiguresTheCodec() throws IOException {
    Config config =
        Config.fromYAML(
            """
            singleServerConfig:
              address: "redis://127.0.0.1:6379"
            codec: !<dev.segue.redisson.SegueCodec>
              packages: [com.example, dev.segue.redisson]
              zstd: true
              maxValueLength: 100000
            """);
    SegueCodec codec = assertInstanceOf(SegueCodec.class, config.getCodec());
    assertEquals(List.of("com.example", PACKAGE), codec.getPackages());
    assertTrue(codec.isZstd());
    assertEquals(100_000, codec.getMaxValueLength());
    assertEquals(Order.of(6, 60), decoded(COMPRESSED, bytes(codec, Order.of(6, 60))));
    assertThrows(IllegalStateException.class, () -> codec.setZstd(false));
  }

  @Test
  void copySearchesItsOwnLoaderBeforeTheOriginals() throws IOException {
    byte[] stored = bytes(PLAIN, Order.of(7, 1));
    var child = new Reloading(Order.class, Order.Item.class);
    SegueCodec copy = new SegueCodec(child, PLAIN);
    Object reloaded = decoded(copy, stored);
    assertSame(child, reloaded.getClass().getClassLoader());
    assertEquals(Order.of(7, 1).toString(), reloaded.toString());
    assertSame(child, copy.getClassLoader());
    SegueCodec blind = new SegueCodec(ClassLoader.getPlatformClassLoader(), PLAIN);
    assertEquals(Order.of(7, 1), decoded(blind, bytes(blind, Order.of(7, 1))));
  }

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final ByteBufAllocatorMetric DIRECT =
      ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric();

  /// Reads damaged bytes, and returns the heap and off-heap memory that this allocated.
  private static long memoryOf(SegueCodec codec, byte[] damaged) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    long direct = DIRECT.usedDirectMemory();
    try {
      decoded(codec, damaged);
    } catch (IOException _) {
      // expected, unless the damage results in another value
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before + DIRECT.usedDirectMemory() - direct;
  }

  @Test
  void damagedLengthsAllocateLittle() throws IOException {
    long most = 16 << 20; // one chunk of the allocator
    for (SegueCodec codec : List.of(PLAIN, COMPRESSED)) {
      byte[] sound = bytes(codec, Order.of(8, 40));
      for (int place = 0; place + 4 <= sound.length; place++) {
        byte[] damaged = sound.clone();
        damaged[place] = (byte) 0xF0;
        damaged[place + 1] = (byte) 0xFF;
        damaged[place + 2] = (byte) 0xFF;
        damaged[place + 3] = 0x7F;
        long memory = memoryOf(codec, damaged);
        assertTrue(memory <= most, "at " + place + ": " + memory);
      }
    }
  }

  @Test
  void excessiveStatedLengthsAreRefused() {
    // Zstd envelopes of a few bytes that state 48 MiB, and 64 MiB plus one byte.
    byte[] hollow = {0x21, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x18, 1, 2, 3};
    byte[] tooLong = {0x21, (byte) 0x81, (byte) 0x80, (byte) 0x80, 0x20, 1, 2, 3};
    IOException first = assertThrows(IOException.class, () -> decoded(PLAIN, hollow));
    assertTrue(first.toString().contains("more than its 8 bytes"), first.toString());
    IOException second = assertThrows(IOException.class, () -> decoded(COMPRESSED, tooLong));
    assertTrue(second.toString().contains("maxValueLength"), second.toString());
  }

  /// An object whose constructor can fail as if memory were exhausted.
  record Large(String name) {
    private static boolean fails;

    Large {
      if (fails) {
        throw new InternalError("a test");
      }
    }
  }

  /// Otherwise Redisson would not end the call, and would give it the reply of the next call.
  @Test
  void errorFailsOnlyItsCall() throws IOException {
    byte[] value = bytes(PLAIN, new Large("a"));
    byte[] key = bytes(PLAIN.getMapKeyEncoder(), new Large("a"));
    Large.fails = true;
    try {
      IOException e = assertThrows(IOException.class, () -> decoded(PLAIN, value));
      assertInstanceOf(InternalError.class, e.getCause());
      assertThrows(
          IOException.class,
          () -> PLAIN.getMapKeyDecoder().decode(Unpooled.wrappedBuffer(key), new State()));
    } finally {
      Large.fails = false;
    }
  }

  @Test
  void bytesAfterAPayloadAreAnError() throws IOException {
    byte[] stored = bytes(PLAIN, "text");
    byte[] longer = Arrays.copyOf(stored, stored.length + 1);
    assertThrows(IOException.class, () -> decoded(PLAIN, longer));
    assertThrows(IOException.class, () -> decoded(PLAIN, new byte[0]));
  }
}
