// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.Envelope;
import dev.segue.serializer.Serializer;
import dev.segue.spring.UnreadableValues;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.serializer.RedisElementReader;
import org.springframework.data.redis.serializer.RedisElementWriter;
import org.springframework.data.redis.serializer.RedisSerializationContext;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;

/// A serializer of Spring Data Redis for the values of templates, caches and sessions.
///
/// ```java
/// Serializer serializer = SegueSpring.builder(loader, "com.example.shop").build();
/// RedisSerializer<Object> values = SegueRedisSerializer.of(serializer);
/// ```
///
/// It also serves the reactive template: [#pair()] and [#context()] read and write `ByteBuffer`s.
/// Null is written as no bytes, and no bytes are read as null.
///
/// A value is stored as a payload of the serializer, or, if it is
/// [compressed][#compressed(CompressionPolicy)], in an [Envelope]. A serializer that compresses
/// also reads values that were stored before compression was turned on.
///
/// If a value cannot be written or read, a [SerializationException] of Spring Data Redis is thrown.
/// Segue's exception is its cause, whose message it contains. With [#onUnreadable], unreadable
/// values are treated as missing instead. A failure that the value did not cause, such as a failure
/// of a registry in Redis or of libzstd, is a [DataAccessException], and the value is never treated
/// as missing.
///
/// Immutable and thread-safe.
///
/// @param <T> type of the values
@SuppressWarnings("exports") // optional libraries
public final class SegueRedisSerializer<T>
    implements RedisSerializer<T>, RedisElementReader<T>, RedisElementWriter<T> {

  /// The default of [#withMaxValueLength]: 64 MiB, in bytes.
  public static final int DEFAULT_MAX_VALUE_LENGTH = 64 << 20;

  private static final byte[] NOTHING = {};

  private final Serializer serializer;
  private final Class<T> type;
  private final StoredForm form;
  private final int maxValueLength;
  private final UnreadableValues unreadable;

  private SegueRedisSerializer(
      Serializer serializer,
      Class<T> type,
      StoredForm form,
      int maxValueLength,
      UnreadableValues unreadable) {
    this.serializer = Objects.requireNonNull(serializer, "serializer");
    this.type = Objects.requireNonNull(type, "type");
    this.form = form;
    this.maxValueLength = maxValueLength;
    this.unreadable = Objects.requireNonNull(unreadable, "unreadable");
  }

  /// Returns a serializer for values of any class that Segue's serializer can write.
  ///
  /// @param serializer writes and reads the values
  /// @return the serializer
  public static SegueRedisSerializer<Object> of(Serializer serializer) {
    return of(serializer, Object.class);
  }

  /// Returns a serializer for values of one type. Values of other types are errors.
  ///
  /// @param serializer writes and reads the values
  /// @param type type of the values, or a supertype
  /// @param <T> type of the values
  /// @return the serializer
  public static <T> SegueRedisSerializer<T> of(Serializer serializer, Class<T> type) {
    return new SegueRedisSerializer<>(
        serializer, type, PlainForm.INSTANCE, DEFAULT_MAX_VALUE_LENGTH, UnreadableValues.failing());
  }

  /// Stores values in envelopes, compressed if the policy decides so.
  ///
  /// @param policy decides when and how to compress; requires the artifact `segue-compression`. A
  ///   dictionary belongs to the caller, and must stay open
  /// @return a copy with the setting
  public SegueRedisSerializer<T> compressed(CompressionPolicy policy) {
    return with(new EnvelopeForm(new EnvelopeForm.Fixed(Envelope.of(policy))));
  }

  /// Stores values in envelopes, compressed by zstd with the newest of the dictionaries. Reading a
  /// value with an unknown dictionary loads that dictionary.
  ///
  /// @param dictionaries the dictionaries, which must stay open
  /// @return a copy with the setting
  public SegueRedisSerializer<T> compressed(RedisDictionaries dictionaries) {
    Objects.requireNonNull(dictionaries, "dictionaries");
    return with(new EnvelopeForm(dictionaries.envelopes()));
  }

  private SegueRedisSerializer<T> with(StoredForm other) {
    return new SegueRedisSerializer<>(serializer, type, other, maxValueLength, unreadable);
  }

  /// Sets the maximum length of a decompressed payload. A longer payload cannot be read.
  ///
  /// @param bytes the maximum length of a payload, in bytes
  /// @return a copy with the bound
  /// @throws IllegalArgumentException if the length is not positive
  public SegueRedisSerializer<T> withMaxValueLength(int bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("maxValueLength=" + bytes);
    }
    return new SegueRedisSerializer<>(serializer, type, form, bytes, unreadable);
  }

  /// Sets what happens to values that cannot be read. For caches, let [SegueRedisCacheManager] do
  /// it: a cache would take a missing value for a cached null where `@Cacheable(sync = true)` loads
  /// it. Spring's reactive template fails on null; [SegueReactiveRedisTemplate] makes it empty.
  ///
  /// @param values makes them errors, the default, or missing, which means that they are read as
  ///   null
  /// @return a copy with the setting
  public SegueRedisSerializer<T> onUnreadable(UnreadableValues values) {
    return new SegueRedisSerializer<>(serializer, type, form, maxValueLength, values);
  }

  /// The serializer for `RedisCacheConfiguration.serializeValuesWith(...)` and other places that
  /// take a pair. It reads and writes `ByteBuffer`s.
  ///
  /// @return the pair
  public SerializationPair<T> pair() {
    return SerializationPair.just(this, this);
  }

  /// The serializers of a `ReactiveRedisTemplate` with strings as keys and as keys of hashes.
  ///
  /// @return a context with this serializer for values and for values of hashes
  public RedisSerializationContext<String, T> context() {
    return RedisSerializationContext.<String, T>newSerializationContext(RedisSerializer.string())
        .value(pair())
        .hashValue(pair())
        .build();
  }

  @Override
  public byte[] serialize(@Nullable T value) {
    if (value == null) {
      return NOTHING;
    }
    try {
      return form.store(serializer.toBytes(type.cast(value)));
    } catch (DataAccessException e) { // not caused by the value
      throw e;
    } catch (RuntimeException e) {
      throw new SerializationException(
          "cannot write a %s: %s".formatted(value.getClass().getName(), e.getMessage()), e);
    }
  }

  @Override
  public @Nullable T deserialize(byte @Nullable [] bytes) {
    return bytes == null ? null : read(bytes, type);
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
      unreadable.report(e);
      return null;
    }
  }

  /// Reads a value.
  ///
  /// @throws SerializationException if it cannot be read, regardless of [#onUnreadable]
  <S> @Nullable S readPresent(byte[] bytes, Class<S> valueType) {
    try {
      return serializer.fromBytesOrNull(form.load(bytes, maxValueLength), valueType);
    } catch (DataAccessException e) { // not caused by the value
      throw e;
    } catch (RuntimeException e) {
      throw new SerializationException(
          "cannot read a value of %d bytes as a %s: %s%s"
              .formatted(bytes.length, valueType.getName(), e.getMessage(), advice(bytes)),
          e);
    }
  }

  private static String advice(byte[] bytes) {
    if (JavaSerialized.isOne(bytes)) {
      return "; it was written by Java serialization, which a MigratingRedisSerializer reads";
    }
    return "";
  }

  /// Whether stored bytes look like a value of this serializer.
  boolean mayHaveWritten(byte[] bytes) {
    return PlainForm.isPayload(bytes) || (bytes.length > 1 && form.mayBegin(bytes[0] & 0xFF));
  }

  /// Reads a value from the remaining bytes of a buffer, as [#deserialize(byte[])] does. The
  /// buffer's position moves to its limit.
  ///
  /// @param buffer what was stored
  /// @return the value; null if it is missing
  @Override
  public @Nullable T read(ByteBuffer buffer) {
    return read(Buffers.bytes(buffer), type);
  }

  /// Writes a value, as [#serialize] does.
  ///
  /// @param value the value
  /// @return a new buffer with the bytes from its position to its limit
  @Override
  public ByteBuffer write(@Nullable T value) {
    return ByteBuffer.wrap(serialize(value));
  }

  /// Whether objects of exactly this class are values of the [type][#getTargetType()] that the
  /// serializer can write. Returns false for interfaces and abstract classes.
  ///
  /// @param candidate a class
  /// @return whether its objects can be written, as far as the class determines that
  @Override
  public boolean canSerialize(Class<?> candidate) {
    return type.isAssignableFrom(candidate) && serializer.canWrite(candidate);
  }

  @Override
  public Class<?> getTargetType() {
    return type;
  }

  Class<T> type() {
    return type;
  }

  Serializer serializer() {
    return serializer;
  }

  UnreadableValues unreadable() {
    return unreadable;
  }

  @Override
  public String toString() {
    return "SegueRedisSerializer[%s, %s]".formatted(type.getName(), unreadable);
  }
}
