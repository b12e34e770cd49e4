// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.ScalarCodec;
import dev.segue.serializer.internal.registry.ScalarCodecAdapter;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Adds the types of the JDK to a registry, each with its type number and codec.
///
/// A family is a type whose values are of classes that cannot be named: the given classes, or all
/// JDK classes that extend the type.
final class Catalog {

  private final TypeRegistry registry;
  private final Values values;

  Catalog(TypeRegistry registry) {
    this.registry = registry;
    this.values = new Values(registry);
  }

  TypeRegistry registry() {
    return registry;
  }

  Values values() {
    return values;
  }

  /// Adds a type with its own codec.
  void add(int id, Class<?> type, ObjectCodec codec) {
    registry.addJdk(id, type, codec);
  }

  void addFamily(int id, Class<?> type, ObjectCodec codec, Class<?>... classes) {
    registry.addJdkFamily(id, type, codec, classes);
  }

  /// Writes values of non-public JDK subclasses of a type as another class.
  void copies(Class<?> type, Class<?> copy) {
    registry.addJdkCopies(type, copy);
  }

  /// Adds an immutable type whose values take a fixed number of bytes.
  <T> void fixed(
      int id,
      Class<T> type,
      int widthBytes,
      FixedWidthCodec.Putter<T> putter,
      FixedWidthCodec.Getter<T> getter) {
    add(
        id,
        type,
        new ScalarCodecAdapter(new FixedWidthCodec<>(type, widthBytes, putter, getter, false)));
  }

  /// Adds a mutable type whose values take a fixed number of bytes.
  <T> void mutable(
      int id,
      Class<T> type,
      int widthBytes,
      FixedWidthCodec.Putter<T> putter,
      FixedWidthCodec.Getter<T> getter) {
    add(
        id,
        type,
        new ScalarCodecAdapter(new FixedWidthCodec<>(type, widthBytes, putter, getter, true)));
  }

  /// Adds a type whose values are written as text.
  <T> void text(int id, Class<T> type, Function<T, String> toText, From<String, T> fromText) {
    add(id, type, new ScalarCodecAdapter(new TextCodec<>(type, toText, fromText)));
  }

  <T> void textFamily(
      int id,
      Class<T> type,
      Function<T, String> toText,
      From<String, ? extends T> fromText,
      Class<?>... classes) {
    addFamily(id, type, new ScalarCodecAdapter(new TextCodec<>(type, toText, fromText)), classes);
  }

  /// Adds a type with its own scalar codec.
  void scalarCodec(int id, Class<?> type, ScalarCodec scalarCodec) {
    add(id, type, new ScalarCodecAdapter(scalarCodec));
  }

  /// Adds a type whose values are written as bytes.
  <T> void bytes(int id, Class<T> type, Function<T, byte[]> toBytes, From<byte[], T> fromBytes) {
    add(id, type, new ScalarCodecAdapter(new ByteArrayCodec<>(type, toBytes, fromBytes)));
  }

  /// Adds a type whose values consist of a fixed number of other values.
  <T> void parts(
      int id,
      Class<T> type,
      int count,
      Function<T, @Nullable Object[]> toParts,
      From<@Nullable Object[], T> fromParts) {
    add(id, type, new PartsCodec<>(type, new ValueParts(values, count), toParts, fromParts));
  }

  <T> void partsFamily(
      int id,
      Class<T> type,
      int count,
      Function<T, @Nullable Object[]> toParts,
      From<@Nullable Object[], ? extends T> fromParts,
      Class<?>... classes) {
    ValueParts parts = new ValueParts(values, count);
    addFamily(id, type, new PartsCodec<>(type, parts, toParts, fromParts), classes);
  }

  /// Adds a family whose values consist of one row of a container.
  ///
  /// @param like a container that permits null in the same places
  <T> void rowFamily(
      int id,
      Class<T> type,
      Object like,
      Function<T, @Nullable Object[]> toParts,
      From<@Nullable Object[], ? extends T> fromParts,
      Class<?>... classes) {
    ValueParts parts = new ValueParts(values, like instanceof Map ? 2 : 1, like);
    addFamily(id, type, new PartsCodec<>(type, parts, toParts, fromParts), classes);
  }
}
