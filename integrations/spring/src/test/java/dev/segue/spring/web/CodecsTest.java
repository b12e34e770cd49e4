// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.spring.SegueSpring;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.codec.EncodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// [SegueEncoder] and [SegueDecoder] without HTTP, on counted buffers of Netty.
class CodecsTest {
  private static final Serializer SERIALIZER =
      SegueSpring.builder(CodecsTest.class.getClassLoader(), "dev.segue.spring.web").build();
  private static final ResolvableType ANY = ResolvableType.forClass(Object.class);
  private static final ResolvableType ITEM = ResolvableType.forClass(Item.class);
  private static final List<Item> ITEMS =
      List.of(new Item("tea", 1), new Item("milk", 2), new Item("sugar", 3));

  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
  private final NettyDataBufferFactory buffers = new NettyDataBufferFactory(allocator);
  private final SegueEncoder encoder = new SegueEncoder(SERIALIZER);
  private final SegueDecoder decoder = new SegueDecoder(SERIALIZER);

  @AfterEach
  void allBuffersAreReleased() {
    assertEquals(0, allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory());
  }

  @Test
  void valueIsAPlainPayload() {
    byte[] body = body(Mono.just(ITEMS.getFirst()));
    assertEquals(ITEMS.getFirst(), SERIALIZER.fromBytes(body, Item.class));
    assertEquals(ITEMS.getFirst(), value(body, ITEM));
  }

  @Test
  void genericValueIsReadAsDeclared() {
    Map<String, List<Item>> orders = Map.of("a", new ArrayList<>(ITEMS));
    ResolvableType type =
        ResolvableType.forClassWithGenerics(
            Map.class,
            ResolvableType.forClass(String.class),
            ResolvableType.forClassWithGenerics(List.class, Item.class));
    assertEquals(orders, value(body(Mono.just(orders)), type));
    ResolvableType other =
        ResolvableType.forClassWithGenerics(
            Map.class,
            ResolvableType.forClass(String.class),
            ResolvableType.forClassWithGenerics(List.class, String.class));
    assertThrows(DecodingException.class, () -> value(body(Mono.just(orders)), other));
  }

  @Test
  void streamIsReadFromPiecesOfAnySize() {
    byte[] body = body(Flux.fromIterable(ITEMS));
    for (int size = 1; size <= body.length; size++) {
      assertEquals(ITEMS, stream(body, size, body.length).collectList().block());
    }
  }

  @Test
  void schemaIsSentWithTheFirstElementOnly() {
    List<Integer> lengths =
        Objects.requireNonNull(
            encoder
                .encode(Flux.just(ITEMS.get(0), ITEMS.get(0)), buffers, ITEM, null, null)
                .map(CodecsTest::length)
                .collectList()
                .block());
    assertTrue(lengths.get(1) < lengths.get(0), lengths::toString);
  }

  @Test
  void emptyStreamIsReadAsAnEmptyStreamAndAsAnEmptyList() {
    byte[] body = body(Flux.empty());
    assertEquals(List.of(), stream(body, body.length, 100).collectList().block());
    assertEquals(
        List.of(), value(body, ResolvableType.forClassWithGenerics(List.class, Item.class)));
  }

  @Test
  void streamIsReadAsOneCollectionOrArray() {
    byte[] body = body(Flux.fromIterable(ITEMS));
    assertEquals(ITEMS, value(body, ResolvableType.forClassWithGenerics(List.class, Item.class)));
    assertEquals(
        Set.copyOf(ITEMS), value(body, ResolvableType.forClassWithGenerics(Set.class, Item.class)));
    assertArrayEquals(
        ITEMS.toArray(), (Object[]) value(body, ResolvableType.forClass(Item[].class)));
    assertThrows(DecodingException.class, () -> value(body, ITEM));
  }

  @Test
  void collectionIsReadAsAStream() {
    byte[] body = body(Mono.just(new ArrayList<>(ITEMS)));
    assertEquals(ITEMS, stream(body, 7, body.length).collectList().block());
    byte[] array = body(Mono.just(ITEMS.toArray(Item[]::new)));
    assertEquals(ITEMS, stream(array, 7, array.length).collectList().block());
    byte[] single = body(Mono.just(ITEMS.getFirst()));
    assertEquals(List.of(ITEMS.getFirst()), stream(single, 7, 1_000).collectList().block());
    byte[] text = body(Mono.just(new ArrayList<>(List.of("tea"))));
    assertThrows(DecodingException.class, () -> stream(text, 7, 1_000).blockLast());
  }

  @Test
  void elementsBeforeADamagedOneAreDelivered() {
    byte[] body = body(Flux.fromIterable(ITEMS));
    for (int i = body.length - 12; i < body.length - 4; i++) { // in the last element
      body[i] = (byte) ~body[i];
    }
    List<Object> read = new ArrayList<>();
    assertThrows(
        DecodingException.class,
        () -> stream(body, body.length, body.length).doOnNext(read::add).blockLast());
    assertEquals(ITEMS.subList(0, 2), read);
  }

  @Test
  void streamThatEndsEarlyIsAnError() {
    byte[] body = body(Flux.fromIterable(ITEMS));
    for (int length : List.of(body.length - 4, body.length - 1, body.length - 10, 2)) {
      byte[] some = Arrays.copyOf(body, length);
      assertThrows(DecodingException.class, () -> stream(some, 9, body.length).blockLast());
    }
  }

  @Test
  void elementBeyondTheLimitIsRefusedBeforeItArrives() {
    byte[] header = {0x7f, 0, 0, 0, 1};
    assertThrows(
        DataBufferLimitException.class, () -> stream(header, header.length, 1_000).blockLast());
    byte[] body = body(Mono.just(new ArrayList<>(ITEMS)));
    assertThrows(DataBufferLimitException.class, () -> stream(body, 7, 20).blockLast());
  }

  @Test
  void otherContentIsAnError() {
    byte[] json = "{\"name\": \"tea\"}".getBytes(StandardCharsets.UTF_8);
    assertThrows(DecodingException.class, () -> value(json, ITEM));
    assertThrows(RuntimeException.class, () -> stream(json, json.length, 1 << 20).blockLast());
    byte[] payload = body(Mono.just(ITEMS.getFirst()));
    byte[] longer = Arrays.copyOf(payload, payload.length + 1);
    assertThrows(DecodingException.class, () -> value(longer, ITEM));
    byte[] negative = {(byte) 0x80, 0, 0, 0};
    assertThrows(DecodingException.class, () -> stream(negative, 4, 100).blockLast());
  }

  @Test
  void errorsHaveTheMessageOfSegue() {
    EncodingException write =
        assertThrows(EncodingException.class, () -> body(Mono.just(new Thread())));
    assertTrue(String.valueOf(write.getMessage()).contains("java.lang.Thread"), write::getMessage);
    assertInstanceOf(SerializationException.class, write.getCause());
    assertThrows(EncodingException.class, () -> body(Flux.just(ITEMS.getFirst(), new Thread())));
    DecodingException read =
        assertThrows(DecodingException.class, () -> value(body(Mono.just("text")), ITEM));
    SerializationException cause = assertInstanceOf(SerializationException.class, read.getCause());
    assertTrue(String.valueOf(read.getMessage()).contains(cause.getMessage()), read::getMessage);
  }

  @Test
  void cancelledStreamReleasesItsBuffers() {
    byte[] body = body(Flux.fromIterable(ITEMS));
    assertEquals(ITEMS.getFirst(), stream(body, 3, body.length).blockFirst());
    Long sent =
        encoder
            .encode(Flux.fromIterable(ITEMS), buffers, ITEM, null, null)
            .map(CodecsTest::length)
            .take(1)
            .count()
            .block();
    assertEquals(1L, sent);
  }

  private static int length(DataBuffer buffer) {
    int length = buffer.readableByteCount();
    DataBufferUtils.release(buffer);
    return length;
  }

  private byte[] body(Publisher<?> values) {
    DataBuffer joined =
        Objects.requireNonNull(
            DataBufferUtils.join(encoder.encode(values, buffers, ANY, null, null)).block());
    byte[] body = new byte[joined.readableByteCount()];
    joined.read(body);
    DataBufferUtils.release(joined);
    return body;
  }

  private Flux<DataBuffer> pieces(byte[] body, int size) {
    return Flux.range(0, (body.length + size - 1) / size)
        .map(i -> {
          int length = Math.min(size, body.length - i * size);
          return buffers.allocateBuffer(length).write(body, i * size, length);
        });
  }

  private @Nullable Object value(byte[] body, ResolvableType type) {
    Object pieces = decoder.decodeToMono(pieces(body, 8), type, null, null).block();
    Object whole = decoder.decodeToMono(pieces(body, body.length), type, null, null).block();
    if (whole instanceof Object[] array) {
      assertArrayEquals(array, (Object[]) pieces);
    } else {
      assertEquals(whole, pieces);
    }
    return whole;
  }

  private Flux<Object> stream(byte[] body, int size, int limit) {
    SegueDecoder limited = new SegueDecoder(SERIALIZER);
    limited.setMaxInMemorySize(limit);
    return limited.decode(pieces(body, size), ITEM, null, null);
  }
}
