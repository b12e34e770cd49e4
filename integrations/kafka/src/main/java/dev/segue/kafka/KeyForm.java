// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/// The form of keys: equal keys have equal bytes, in every process and version, because
/// partitioning, compaction and the stores of Kafka Streams compare bytes.
///
/// ```text
/// String, UUID           text in UTF-8                     as Kafka's own serializers write them
/// Integer, Long, Short   big-endian                        likewise
/// byte[]                 itself                            likewise
/// enum                   name of the constant in UTF-8
/// record                 fingerprint (4), then components  see KeyRecord
/// ```
///
/// @param type the class of the keys
/// @param writer turns a key into bytes
/// @param reader turns bytes into a key
record KeyForm(Class<?> type, Function<Object, byte[]> writer, Function<ByteBuffer, Object> reader)
    implements RecordForm {

  static final String SUPPORTED =
      "use String, Integer, Long, Short, UUID, byte[], an enum, or a record of strings, integers,"
          + " booleans, chars, UUIDs, enums, LocalDate, Instant and such records; or another"
          + " serializer for keys";

  /// @throws ConfigException if no class is given, or equal objects of it can have different bytes
  static KeyForm of(@Nullable Class<?> type) {
    if (type == null) {
      throw new ConfigException(
          "Missing configuration %s: write the class of the keys, such as java.lang.String"
              .formatted(SegueKafkaConfig.KEY_TYPE));
    }
    if (type == String.class) {
      return new KeyForm(type, key -> text((String) key), KeyForm::text);
    }
    if (type == UUID.class) {
      return new KeyForm(type, key -> text(key.toString()), bytes -> uuid(text(bytes)));
    }
    if (type == byte[].class) {
      return new KeyForm(type, key -> (byte[]) key, KeyForm::rest);
    }
    if (type.isEnum()) {
      KeyEnum constants = new KeyEnum(type);
      return new KeyForm(
          type, key -> text(((Enum<?>) key).name()), bytes -> constants.of(text(bytes)));
    }
    if (type.isRecord()) {
      KeyRecord form = KeyRecord.of(type);
      return new KeyForm(type, form::write, form::read);
    }
    return number(type);
  }

  private static KeyForm number(Class<?> type) {
    if (type == Integer.class) {
      return new KeyForm(
          type,
          key -> ByteBuffer.allocate(Integer.BYTES).putInt((Integer) key).array(),
          bytes -> sized(bytes, Integer.BYTES).getInt());
    }
    if (type == Long.class) {
      return new KeyForm(
          type,
          key -> ByteBuffer.allocate(Long.BYTES).putLong((Long) key).array(),
          bytes -> sized(bytes, Long.BYTES).getLong());
    }
    if (type == Short.class) {
      return new KeyForm(
          type,
          key -> ByteBuffer.allocate(Short.BYTES).putShort((Short) key).array(),
          bytes -> sized(bytes, Short.BYTES).getShort());
    }
    throw new ConfigException(
        SegueKafkaConfig.KEY_TYPE,
        type.getName(),
        "equal objects of this class may have different bytes; " + SUPPORTED);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // classes are compared by identity
  public byte[] write(@Nullable Headers headers, Object data) {
    Class<?> found =
        data instanceof Enum<?> constant ? constant.getDeclaringClass() : data.getClass();
    if (found != type) {
      throw new MalformedRecordException(
          "the key is a %s, but %s=%s"
              .formatted(data.getClass().getName(), SegueKafkaConfig.KEY_TYPE, type.getName()));
    }
    return writer.apply(data);
  }

  @Override
  public Object read(ByteBuffer data) {
    ByteBuffer bytes = data.duplicate(); // big-endian
    Object key = reader.apply(bytes);
    if (bytes.hasRemaining()) {
      throw new MalformedRecordException(
          "the key has %d bytes more than a %s".formatted(bytes.remaining(), type.getName()));
    }
    return key;
  }

  @Override
  public boolean holdsResources() {
    return false;
  }

  @Override
  public void close() {}

  private static ByteBuffer sized(ByteBuffer bytes, int length) {
    if (bytes.remaining() != length) {
      throw new MalformedRecordException(
          "the key has %d bytes, not %d".formatted(bytes.remaining(), length));
    }
    return bytes;
  }

  private static byte[] rest(ByteBuffer bytes) {
    byte[] rest = new byte[bytes.remaining()];
    bytes.get(rest);
    return rest;
  }

  /// A string with an unpaired surrogate has no unique UTF-8 bytes, and is refused.
  static byte[] text(String text) {
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (Character.isSurrogate(unit)) {
        if (!Character.isHighSurrogate(unit)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          throw new MalformedRecordException(
              "the key has half of a surrogate pair, which UTF-8 cannot express");
        }
        i++;
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(ByteBuffer bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedRecordException("the key is not a text in UTF-8", e);
    }
  }

  private static UUID uuid(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new MalformedRecordException("the key is not a UUID: " + e.getMessage(), e);
    }
  }
}
