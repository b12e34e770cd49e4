// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Payloads of one connection, in frames.
final class PayloadEncoderTest {

  record Item(String article, int quantity) {}

  /// A later version of an item.
  @Alias("dev.segue.serializer.PayloadEncoderTest$Item")
  record NewItem(String article, int quantity, long price) {}

  record Other(long number) {}

  record Bytes(ByteBuffer content) {}

  private static SerializerBuilder builder() {
    return Serializer.builder().register(Item.class, Other.class, Bytes.class);
  }

  private static Serializer compatible() {
    return builder().schemaMode(SchemaMode.COMPATIBLE).build();
  }

  private static ByteBuffer frame(PayloadEncoder encoder, Object value, boolean direct) {
    List<ByteBuffer> last = new ArrayList<>();
    int length =
        encoder.write(
            value,
            bytes -> {
              last.add(direct ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes));
              return last.getLast();
            });
    assertEquals(length, last.getLast().position());
    return last.getLast().flip();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void announcesEachSchemaOnce(boolean direct) {
    Serializer serializer = compatible();
    PayloadEncoder encoder = serializer.encoder();
    assertTrue(encoder.announcesSchemas());
    PayloadDecoder decoder = compatible().decoder();
    List<Integer> lengths = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ByteBuffer frame = frame(encoder, new Item("tea", i), direct);
      lengths.add(frame.remaining());
      assertEquals(new Item("tea", i), decoder.read(frame, Item.class));
      assertEquals(0, frame.remaining());
      assertEquals(new Other(i), decoder.read(frame(encoder, new Other(i), direct), Other.class));
    }
    assertEquals(serializer.toBytes(new Item("tea", 0)).length, lengths.get(0));
    assertTrue(lengths.get(1) < lengths.get(0));
    assertEquals(lengths.get(1), lengths.get(2));
  }

  @Test
  void announcesAgainOnRequest() {
    PayloadEncoder encoder = compatible().encoder();
    frame(encoder, new Item("lost", 1), false);
    Serializer other =
        Serializer.builder()
            .register(NewItem.class, Other.class, Bytes.class)
            .schemaMode(SchemaMode.COMPATIBLE)
            .build();
    PayloadDecoder decoder = other.decoder();
    ByteBuffer brief = frame(encoder, new Item("tea", 1), false);
    SerializationException e =
        assertThrows(SerializationException.class, () -> decoder.read(brief, NewItem.class));
    assertEquals(Kind.UNKNOWN_SCHEMA, e.kind());
    assertEquals(0, brief.position());
    encoder.announceSchemas();
    for (int i = 0; i < 2; i++) {
      ByteBuffer frame = frame(encoder, new Item("tea", i), false);
      assertEquals(new NewItem("tea", i, 0), decoder.read(frame, NewItem.class));
    }
  }

  @Test
  void failedWriteAnnouncesNoSchema() {
    PayloadEncoder encoder = compatible().encoder();
    assertThrows(
        SerializationException.class,
        () -> encoder.write(new Item("tea", 1), _ -> ByteBuffer.allocate(8)));
    ByteBuffer frame = frame(encoder, new Item("tea", 2), false);
    assertEquals(new Item("tea", 2), compatible().decoder().read(frame, Item.class));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void consistentModeWritesTheSamePayloadsAsTheSerializer(boolean direct) {
    Serializer serializer = builder().build();
    ByteBuffer frame = frame(serializer.encoder(), new Item("tea", 1), direct);
    byte[] bytes = new byte[frame.remaining()];
    frame.get(0, bytes);
    assertArrayEquals(serializer.toBytes(new Item("tea", 1)), bytes);
    assertEquals(new Item("tea", 1), serializer.decoder().read(frame, new TypeRef<Item>() {}));
    assertEquals(0, frame.remaining());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void decodedObjectsDoNotReferToTheFrame(boolean direct) {
    Serializer serializer = builder().sliceBuffers(true).build();
    assertTrue(serializer.returnsSlices());
    ByteBuffer content = ByteBuffer.wrap(new byte[] {1, 2, 3});
    ByteBuffer frame = frame(serializer.encoder(), new Bytes(content), direct);
    Bytes read = serializer.decoder().read(frame, Bytes.class);
    for (int i = 0; i < frame.limit(); i++) {
      frame.put(i, (byte) -1);
    }
    assertEquals(content, read.content());
  }

  @Test
  void damagedFramesAreRejectedAndTheNextIsRead() {
    for (Serializer serializer : List.of(compatible(), builder().build())) {
      PayloadEncoder encoder = serializer.encoder();
      PayloadDecoder decoder = serializer.decoder();
      ByteBuffer good = frame(encoder, new Item("tea", 1), false);
      for (int length = 0; length < good.limit(); length++) {
        ByteBuffer cut = good.duplicate().limit(length);
        assertThrows(SerializationException.class, () -> decoder.read(cut, Item.class));
      }
      assertThrows(
          SerializationException.class,
          () -> decoder.read(ByteBuffer.wrap(new byte[64]), Item.class));
      assertThrows(SerializationException.class, () -> decoder.read(good.duplicate(), Other.class));
      assertEquals(new Item("tea", 1), decoder.read(good, Item.class));
    }
  }
}
