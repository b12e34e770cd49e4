// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.spring.SegueSpring;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.HttpMessageNotWritableException;

class SegueHttpMessageConverterTest {
  private static final Serializer SERIALIZER =
      SegueSpring.builder(Item.class.getClassLoader(), "dev.segue.spring.web").build();
  private static final ResolvableType ITEMS =
      ResolvableType.forClassWithGenerics(List.class, Item.class);
  private static final MediaType SEGUE = SegueMediaType.APPLICATION_SEGUE;

  private final SegueHttpMessageConverter converter = new SegueHttpMessageConverter(SERIALIZER);

  @Test
  void genericValueIsReadAsDeclared() throws IOException {
    List<Item> items = new ArrayList<>(List.of(new Item("tea", 1)));
    byte[] body = written(items);
    assertEquals(items, read(converter, body, ITEMS));
    ResolvableType texts = ResolvableType.forClassWithGenerics(List.class, String.class);
    assertThrows(HttpMessageNotReadableException.class, () -> read(converter, body, texts));
  }

  @Test
  void streamOfWebFluxIsReadAsAList() throws IOException {
    Item item = new Item("tea", 1);
    byte[] payload = SERIALIZER.toBytes(item);
    byte[] body =
        ByteBuffer.allocate(8 + payload.length)
            .putInt(payload.length)
            .put(payload)
            .putInt(0)
            .array();
    assertEquals(List.of(item), read(converter, body, ITEMS));
  }

  /// A type like the pages of Spring Data, which cannot be created empty and then filled.
  interface Page<T> extends Iterable<T> {}

  @Test
  void streamThatADeclaredTypeCannotHoldIsUnreadable() {
    byte[] body = new byte[4]; // without elements
    for (Class<?> type : List.<Class<?>>of(Page.class, EnumSet.class)) {
      assertThrows(
          HttpMessageNotReadableException.class,
          () -> read(converter, body, ResolvableType.forClass(type)));
    }
  }

  record Span<T extends Comparable<T>>(T first, T last) {}

  @Test
  void rawTypeWithAVariableInItsOwnBoundIsRead() throws IOException {
    Span<Integer> span = new Span<>(1, 2);
    assertEquals(span, read(converter, written(span), ResolvableType.forClass(Span.class)));
  }

  @Test
  void unreadableBodyHasTheMessageOfSegue() {
    byte[] body = SERIALIZER.toBytes("text");
    HttpMessageNotReadableException e =
        assertThrows(HttpMessageNotReadableException.class, () -> read(converter, body, ITEMS));
    SerializationException cause = assertInstanceOf(SerializationException.class, e.getCause());
    assertTrue(String.valueOf(e.getMessage()).contains(cause.getMessage()), e::getMessage);
    assertThrows(
        HttpMessageNotReadableException.class, () -> read(converter, new byte[] {'{'}, ITEMS));
    byte[] nothing = SERIALIZER.toBytes(null);
    assertThrows(HttpMessageNotReadableException.class, () -> read(converter, nothing, ITEMS));
  }

  @Test
  void unwritableObjectHasTheMessageOfSegue() {
    HttpMessageNotWritableException e =
        assertThrows(HttpMessageNotWritableException.class, () -> written(new Thread()));
    assertTrue(String.valueOf(e.getMessage()).contains("java.lang.Thread"), e::getMessage);
    assertInstanceOf(SerializationException.class, e.getCause());
  }

  @Test
  void bodyBeyondTheMaximumIsRefused() throws IOException {
    byte[] body = SERIALIZER.toBytes(new Item("tea", 1));
    ResolvableType type = ResolvableType.forClass(Item.class);
    assertEquals(
        new Item("tea", 1),
        read(new SegueHttpMessageConverter(SERIALIZER, body.length), body, type));
    var strict = new SegueHttpMessageConverter(SERIALIZER, body.length - 1);
    assertThrows(HttpMessageNotReadableException.class, () -> read(strict, body, type));
    assertThrows(
        IllegalArgumentException.class, () -> new SegueHttpMessageConverter(SERIALIZER, 0));
  }

  @Test
  void writesWhatTheSerializerAllows() {
    ResolvableType any = ResolvableType.forClass(Object.class);
    assertTrue(converter.canWrite(any, Item.class, null));
    assertTrue(converter.canWrite(any, Item.class, SEGUE));
    assertFalse(converter.canWrite(any, Item.class, MediaType.APPLICATION_JSON));
    assertFalse(converter.canWrite(any, Thread.class, null));
    // So that the error can name the remedy.
    assertTrue(converter.canWrite(any, Thread.class, SEGUE));
    for (Class<?> raw : List.of(String.class, byte[].class, ByteArrayResource.class)) {
      assertFalse(converter.canWrite(any, raw, SEGUE), raw.getName());
      assertFalse(converter.canRead(ResolvableType.forClass(raw), SEGUE), raw.getName());
    }
    assertTrue(converter.canRead(ITEMS, SEGUE));
    assertFalse(converter.canRead(ITEMS, MediaType.APPLICATION_JSON));
  }

  private byte[] written(Object value) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    converter.write(value, ResolvableType.forInstance(value), SEGUE, new Out(body), null);
    return body.toByteArray();
  }

  private static Object read(SegueHttpMessageConverter converter, byte[] body, ResolvableType type)
      throws IOException {
    return converter.read(type, new In(body), null);
  }

  private record Out(ByteArrayOutputStream body) implements HttpOutputMessage {
    @Override
    public OutputStream getBody() {
      return body;
    }

    @Override
    public HttpHeaders getHeaders() {
      return new HttpHeaders();
    }
  }

  private record In(InputStream body) implements HttpInputMessage {
    In(byte[] bytes) {
      this(new ByteArrayInputStream(bytes));
    }

    @Override
    public InputStream getBody() {
      return body;
    }

    @Override
    public HttpHeaders getHeaders() {
      return new HttpHeaders();
    }
  }
}
