// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeRef;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.CollectionFactory;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.DecodingException;

/// Reads whole bodies, in either form of [SegueMediaType].
final class Payloads {
  private static final byte MAGIC = (byte) 0xE5;

  private Payloads() {}

  /// Whether a body that begins with this byte is one payload, and not a stream.
  static boolean isSingle(byte first) {
    return first == MAGIC;
  }

  /// Reads a body as a single value.
  ///
  /// @param body the body; the value refers to it only if the serializer returns slices
  /// @throws DecodingException if the body is not a value of the type, or not written by Segue
  static @Nullable Object read(Serializer serializer, ByteBuffer body, ResolvableType type) {
    if (!body.hasRemaining()) {
      throw new DecodingException("the body is empty");
    }
    return isSingle(body.get(body.position()))
        ? single(serializer, body, Types.reference(type))
        : collection(serializer, body, type);
  }

  private static @Nullable Object single(
      Serializer serializer, ByteBuffer body, TypeRef<?> reference) {
    try {
      Object value = serializer.readOrNull(body, reference);
      requireEnd(body);
      return value;
    } catch (SerializationException e) {
      throw unreadable(reference, e);
    }
  }

  private static Object collection(Serializer serializer, ByteBuffer body, ResolvableType type) {
    ResolvableType element = Types.element(type);
    if (element == null) {
      throw new DecodingException(
          "the body is a stream, or not of Segue, and cannot be read as %s; a stream is read as a"
                  .formatted(type)
              + " Flux, a collection or an array");
    }
    List<Object> elements = new ArrayList<>();
    Frames frames = new Frames(serializer, Types.reference(element), body.remaining());
    frames.read(body, elements::add);
    frames.requireEnd();
    return asType(elements, type);
  }

  private static Object asType(List<Object> elements, ResolvableType type) {
    if (type.isArray()) {
      Object array =
          Array.newInstance(type.getComponentType().resolve(Object.class), elements.size());
      for (int i = 0; i < elements.size(); i++) {
        Array.set(array, i, elements.get(i));
      }
      return array;
    }
    Class<?> raw = type.resolve(Object.class);
    if (raw.isInstance(elements)) {
      return elements;
    }
    try {
      Collection<Object> collection =
          CollectionFactory.createCollection(raw, null, elements.size());
      collection.addAll(elements);
      return collection;
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw new DecodingException("the body is a stream, and cannot be read as " + type, e);
    }
  }

  /// Reads a body of one payload as the elements of a stream: the elements of a collection or an
  /// array, or the value itself.
  static List<Object> elements(Serializer serializer, byte[] body, int length, TypeRef<?> type) {
    Class<?> raw = ResolvableType.forType(type.type()).resolve(Object.class);
    Object value = single(serializer, ByteBuffer.wrap(body, 0, length), TypeRef.of(Object.class));
    if (value == null) {
      return List.of();
    }
    if (raw.isInstance(value) && !(raw == Object.class && value instanceof Collection)) {
      return List.of(value);
    }
    Collection<?> elements = value instanceof Object[] array ? Arrays.asList(array) : null;
    if (value instanceof Collection<?> collection) {
      elements = collection;
    }
    if (elements == null || !elements.stream().allMatch(raw::isInstance)) {
      throw new DecodingException(
          "the body is a %s, and cannot be read as a stream of %s"
              .formatted(value.getClass().getName(), type));
    }
    return List.copyOf(elements);
  }

  static void requireEnd(ByteBuffer body) {
    if (body.hasRemaining()) {
      throw new DecodingException("%d bytes follow the payload".formatted(body.remaining()));
    }
  }

  static DecodingException unreadable(TypeRef<?> type, SerializationException e) {
    return new DecodingException("cannot read %s: %s".formatted(type, e.getMessage()), e);
  }
}
