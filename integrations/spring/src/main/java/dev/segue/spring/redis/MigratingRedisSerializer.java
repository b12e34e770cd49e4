// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import dev.segue.serializer.Serializer;
import dev.segue.spring.UnreadableValues;
import java.io.ObjectInputFilter;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.serializer.RedisElementReader;
import org.springframework.data.redis.serializer.RedisElementWriter;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;

/// A serializer of Spring Data Redis that writes values with Segue, and reads values of Segue, of
/// Java serialization and of another serializer: for a migration to Segue without flushing Redis.
///
/// ```java
/// RedisSerializer<Object> values =
///     MigratingRedisSerializer.of(SegueRedisSerializer.of(serializer))
///         .readingJavaSerialized(loader)
///         .readingOthersWith(RedisSerializer.json());
/// ```
///
/// The first bytes decide: `E5` is Segue, or the byte of an envelope if the serializer compresses;
/// `AC ED` is Java serialization; the other serializer reads all else. Instances that do not run
/// Segue yet cannot read what this one writes: [#writingWith] goes on writing what they can, until
/// all instances read Segue.
///
/// Immutable and thread-safe.
///
/// @param <T> type of the values
@SuppressWarnings("exports") // optional libraries
public final class MigratingRedisSerializer<T>
    implements RedisSerializer<T>, RedisElementReader<T>, RedisElementWriter<T> {

  private static final byte[] NOTHING = {};

  private final SegueRedisSerializer<T> segue;
  private final @Nullable JavaSerialized java;
  private final @Nullable RedisSerializer<?> other;
  private final RedisSerializer<? super T> writer;

  private MigratingRedisSerializer(
      SegueRedisSerializer<T> segue,
      @Nullable JavaSerialized java,
      @Nullable RedisSerializer<?> other,
      RedisSerializer<? super T> writer) {
    this.segue = segue;
    this.java = java;
    this.other = other;
    this.writer = writer;
  }

  /// Returns a serializer that reads only values of Segue until other formats are added.
  ///
  /// @param segue writes the values; unreadable values of any kind are treated as it treats them
  /// @param <T> type of the values
  /// @return the serializer
  public static <T> MigratingRedisSerializer<T> of(SegueRedisSerializer<T> segue) {
    return new MigratingRedisSerializer<>(
        Objects.requireNonNull(segue, "segue"), null, null, segue);
  }

  /// Adds reading of Java-serialized values, such as those of `JdkSerializationRedisSerializer`.
  /// Their classes must be classes that Segue's serializer can write, abstract superclasses of
  /// these, or values and collections of the JDK; depth, references and arrays are bounded.
  ///
  /// @param loader finds the classes
  /// @return a copy with the setting
  public MigratingRedisSerializer<T> readingJavaSerialized(ClassLoader loader) {
    Serializer serializer = segue.serializer();
    return reading(
        new JavaSerialized(loader, length -> new WritableClassesFilter(serializer, length)));
  }

  /// Adds reading of Java-serialized values with a filter.
  ///
  /// @param loader finds the classes
  /// @param filter decides for each class and size whether to accept it. Java serialization runs
  ///   code of the classes that it reads: allow only classes that were stored
  /// @return a copy with the setting
  public MigratingRedisSerializer<T> readingJavaSerialized(
      ClassLoader loader, ObjectInputFilter filter) {
    Objects.requireNonNull(filter, "filter");
    return reading(new JavaSerialized(loader, _ -> filter));
  }

  private MigratingRedisSerializer<T> reading(JavaSerialized values) {
    return new MigratingRedisSerializer<>(segue, values, other, writer);
  }

  /// Adds another serializer for reading all values that neither Segue nor Java serialization
  /// wrote.
  ///
  /// @param others reads the values
  /// @return a copy with the setting
  public MigratingRedisSerializer<T> readingOthersWith(RedisSerializer<?> others) {
    return new MigratingRedisSerializer<>(
        segue, java, Objects.requireNonNull(others, "others"), writer);
  }

  /// Writes values with the former serializer: the first of two deployments without an unreadable
  /// value. When all instances read Segue, deploy without this call.
  ///
  /// @param former writes the values; this serializer must read them, too
  /// @return a copy with the setting
  public MigratingRedisSerializer<T> writingWith(RedisSerializer<? super T> former) {
    return new MigratingRedisSerializer<>(
        segue, java, other, Objects.requireNonNull(former, "former"));
  }

  /// The serializer for `RedisCacheConfiguration.serializeValuesWith(...)` and other places that
  /// take a pair.
  ///
  /// @return the pair
  public SerializationPair<T> pair() {
    return SerializationPair.just(this, this);
  }

  @Override
  public byte[] serialize(@Nullable T value) {
    byte[] bytes = writer.serialize(value);
    return bytes == null ? NOTHING : bytes;
  }

  @Override
  public @Nullable T deserialize(byte @Nullable [] bytes) {
    return bytes == null ? null : read(bytes, segue.type());
  }

  /// Reads a value of a type, as [#deserialize(byte[])] does.
  ///
  /// @param bytes what was stored; null and no bytes are null
  /// @param valueType type of the value, or a supertype
  /// @param <S> type of the value
  /// @return the value; null if it is missing
  @Override
  public <S> @Nullable S deserialize(byte @Nullable [] bytes, Class<S> valueType) {
    return bytes == null ? null : read(bytes, valueType);
  }

  private <S> @Nullable S read(byte[] bytes, Class<S> valueType) {
    try {
      return bytes.length == 0 ? null : readPresent(bytes, valueType);
    } catch (SerializationException e) {
      UnreadableValues unreadable = segue.unreadable();
      unreadable.report(e);
      return null;
    }
  }

  private <S> @Nullable S readPresent(byte[] bytes, Class<S> valueType) {
    if (PlainForm.isPayload(bytes)) {
      return segue.readPresent(bytes, valueType);
    }
    if (java != null && JavaSerialized.isOne(bytes)) {
      return cast(java.read(bytes), valueType);
    }
    if (other == null) {
      return segue.readPresent(bytes, valueType);
    }
    if (!segue.mayHaveWritten(bytes)) {
      return readOther(other, bytes, valueType);
    }
    try {
      return segue.readPresent(bytes, valueType);
    } catch (SerializationException e) {
      return readOtherAfter(e, other, bytes, valueType);
    }
  }

  /// Reads bytes that look like an envelope but are not one, such as text that begins with a space.
  private static <S> @Nullable S readOtherAfter(
      SerializationException first, RedisSerializer<?> other, byte[] bytes, Class<S> valueType) {
    try {
      return readOther(other, bytes, valueType);
    } catch (SerializationException e) {
      first.addSuppressed(e);
      throw first;
    }
  }

  private static <S> @Nullable S readOther(
      RedisSerializer<?> other, byte[] bytes, Class<S> valueType) {
    try {
      return cast(other.deserialize(bytes), valueType);
    } catch (SerializationException | DataAccessException e) { // not caused by the value
      throw e;
    } catch (RuntimeException e) {
      throw new SerializationException(
          "cannot read a value of %d bytes with %s: %s"
              .formatted(bytes.length, other, e.getMessage()),
          e);
    }
  }

  private static <S> @Nullable S cast(@Nullable Object value, Class<S> valueType) {
    if (value != null && !valueType.isInstance(value)) {
      throw new SerializationException(
          "a %s was stored, which is no %s"
              .formatted(value.getClass().getName(), valueType.getName()));
    }
    return valueType.cast(value);
  }

  /// Reads a value from the remaining bytes of a buffer, as [#deserialize(byte[])] does. The
  /// buffer's position moves to its limit.
  ///
  /// @param buffer what was stored
  /// @return the value; null if it is missing
  @Override
  public @Nullable T read(ByteBuffer buffer) {
    return read(Buffers.bytes(buffer), segue.type());
  }

  /// Writes a value, as [#serialize] does.
  ///
  /// @param value the value
  /// @return a new buffer with the bytes from its position to its limit
  @Override
  public ByteBuffer write(@Nullable T value) {
    return ByteBuffer.wrap(serialize(value));
  }

  @Override
  public boolean canSerialize(Class<?> type) {
    return writer.canSerialize(type);
  }

  @Override
  public Class<?> getTargetType() {
    return segue.getTargetType();
  }
}
