// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import dev.segue.compression.CacheValueFormat;
import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.Envelope;
import dev.segue.compression.ZstdOptions;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.ToByteBufEncoder;
import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A codec of Lettuce's for values that Segue serializes, compresses, or both. Keys are left to
/// another codec, and stay readable in the server.
///
/// ```java
/// RedisCodec<String, Order> codec =
///     SegueRedisCodec.objects(StringCodec.UTF8, serializer, Order.class)
///         .compressed(CompressionPolicy.of(Codec.zstd(options)));
/// ```
///
/// Values are kept in one of three forms:
/// - as they are: a payload of the serializer, or what another codec makes of the value;
/// - [compressed][#compressed], in Segue's [Envelope]: whether a value is worth compressing is
///   decided one by one. All of them are envelopes, also those that are stored;
/// - as [cache values][#cacheValues], which a Valkey client compresses: values that were written
///   without any compression stand among them.
///
/// Commands that work inside a value (`APPEND`, `INCR`, `GETRANGE`) see the bytes that are kept.
///
/// Immutable and thread-safe. A dictionary belongs to the caller, and has to stay open as long as
/// connections with this codec are.
///
/// A value that can't be read fails its command, with [SerializationException] or
/// [CompressionException]; the connection goes on. A value that can't be written fails its command
/// with netty's `EncoderException`, the reason as its cause, and Lettuce closes the connection and
/// opens it anew, as for any codec.
///
/// @param <K> the keys
/// @param <V> the values
public final class SegueRedisCodec<K, V> implements RedisCodec<K, V>, ToByteBufEncoder<K, V> {
  /// The longest value that is accepted if nothing else is said, in bytes: 64 MiB.
  public static final int DEFAULT_MAX_VALUE_LENGTH = 64 << 20;

  /// The first size of a buffer that a value is written to; it grows.
  private static final int ESTIMATE = 512;

  private final RedisCodec<K, ?> keys;
  private final ValueContent<V> content;
  private final StoredForm form;
  private final int maxValueLength;

  private SegueRedisCodec(
      RedisCodec<K, ?> keys, ValueContent<V> content, StoredForm form, int maxValueLength) {
    this.keys = keys;
    this.content = content;
    this.form = form;
    this.maxValueLength = maxValueLength;
  }

  /// A codec for objects, serialized and not compressed.
  ///
  /// @param keys what reads and writes the keys; what it does with values does not matter
  /// @param serializer knows the objects' classes; readers have them registered alike
  /// @param type what a value must be; any supertype of it will do
  /// @param <K> the keys
  /// @param <V> the values
  /// @return the codec
  public static <K, V> SegueRedisCodec<K, V> objects(
      RedisCodec<K, ?> keys, Serializer serializer, Class<V> type) {
    Objects.requireNonNull(keys, "keys");
    return new SegueRedisCodec<>(
        keys, new SerializedContent<>(serializer, type), new PlainForm(), DEFAULT_MAX_VALUE_LENGTH);
  }

  /// A codec for the values of another one, such as strings or byte arrays; not compressed yet.
  ///
  /// @param plain what reads and writes keys and values
  /// @param <K> the keys
  /// @param <V> the values
  /// @return the codec
  public static <K, V> SegueRedisCodec<K, V> of(RedisCodec<K, V> plain) {
    Objects.requireNonNull(plain, "plain");
    return new SegueRedisCodec<>(
        plain, new EncodedContent<>(plain), new PlainForm(), DEFAULT_MAX_VALUE_LENGTH);
  }

  /// Keeps values in envelopes, compressed where the policy finds that it pays. With a dictionary
  /// it does for small values too.
  ///
  /// @param policy when to compress, and with what
  /// @return a copy with the form
  public SegueRedisCodec<K, V> compressed(CompressionPolicy policy) {
    return new SegueRedisCodec<>(
        keys, content, new EnvelopeForm(new Envelope(policy)), maxValueLength);
  }

  /// Keeps values in the form of [CacheValueFormat]: those of 64 bytes or more that compression
  /// makes shorter are compressed, the others are as they are. Reads what clients without
  /// compression wrote.
  ///
  /// @param options how to compress; a dictionary is one that every reader has
  /// @return a copy with the form
  public SegueRedisCodec<K, V> cacheValues(ZstdOptions options) {
    return new SegueRedisCodec<>(
        keys, content, new CacheForm(new CacheValueFormat(options)), maxValueLength);
  }

  /// Sets the longest value that is decompressed: a longer one is an error of kind
  /// `LIMIT_EXCEEDED`, before memory is spent on it.
  ///
  /// @param bytes its content's length
  /// @return a copy with the bound
  /// @throws IllegalArgumentException if it is not positive
  public SegueRedisCodec<K, V> maxValueLength(int bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("maxValueLength=" + bytes);
    }
    return new SegueRedisCodec<>(keys, content, form, bytes);
  }

  @Override
  public K decodeKey(ByteBuffer bytes) {
    return keys.decodeKey(bytes);
  }

  @Override
  public @Nullable V decodeValue(ByteBuffer bytes) {
    return content.value(form.read(bytes, maxValueLength));
  }

  @Override
  public ByteBuffer encodeKey(K key) {
    return keys.encodeKey(key);
  }

  @Override
  public ByteBuffer encodeValue(V value) {
    MemorySegment bytes = content.of(value);
    var room = ByteBuffer.allocate(room(bytes));
    return room.limit((int) form.write(bytes, MemorySegment.ofBuffer(room)));
  }

  @Override
  public void encodeKey(K key, ByteBuf target) {
    target.writeBytes(keys.encodeKey(key));
  }

  @Override
  public void encodeValue(V value, ByteBuf target) {
    MemorySegment bytes = content.of(value);
    int room = room(bytes);
    target.ensureWritable(room);
    ByteBuffer free = target.nioBuffer(target.writerIndex(), room);
    long length = form.write(bytes, MemorySegment.ofBuffer(free));
    target.writerIndex(target.writerIndex() + (int) length);
  }

  /// The room that a value may need.
  private int room(MemorySegment bytes) {
    long length = form.maxLength(bytes.byteSize());
    if (length > Integer.MAX_VALUE - Long.BYTES) {
      throw new IllegalArgumentException("the value is too long: byteSize=" + bytes.byteSize());
    }
    return (int) length;
  }

  @Override
  public int estimateSize(Object keyOrValue) {
    return ESTIMATE;
  }
}
