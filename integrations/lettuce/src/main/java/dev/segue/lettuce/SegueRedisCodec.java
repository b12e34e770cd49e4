// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.Envelope;
import dev.segue.compression.ZstdOptions;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.ToByteBufEncoder;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A Lettuce codec that serializes and compresses Redis and Valkey values with Segue. Another codec
/// encodes the keys, which stay readable in the server.
///
/// ```java
/// RedisCodec<String, Order> codec =
///     SegueRedisCodec.objects(StringCodec.UTF8, serializer, Order.class)
///         .compressed(CompressionPolicy.of(Codec.zstd(options)));
/// ```
///
/// Values are stored in one of three forms:
/// - plain: a payload of the serializer, or the bytes of another codec;
/// - [compressed][#compressed], in Segue's [Envelope]. A policy decides for each value whether to
///   compress it; uncompressed values are envelopes, too;
/// - as the [Valkey GLIDE client stores them][#compressedForGlide]: compressed values, mixed with
///   plain values like those of clients without compression.
///
/// Commands that work inside a value (`APPEND`, `INCR`, `GETRANGE`) see the stored bytes.
///
/// Immutable and thread-safe. A dictionary belongs to the caller and must stay open while
/// connections use this codec.
///
/// A value that cannot be read fails its command with a [SerializationException] or a
/// [CompressionException]; the connection stays open. A value that cannot be written fails its
/// command with netty's `EncoderException`, whose causes include the reason. Current releases of
/// Lettuce then close the connection and reconnect, as they do for any codec, unless the client was
/// created with [#keepConnections()].
///
/// Works with Lettuce 6.8 and 7.
///
/// @param <K> type of the keys
/// @param <V> type of the values
public final class SegueRedisCodec<K, V> implements RedisCodec<K, V>, ToByteBufEncoder<K, V> {
  /// The default of [#withMaxValueLength]: 64 MiB, in bytes.
  public static final int DEFAULT_MAX_VALUE_LENGTH = 64 << 20;

  /// The initial size of a value's buffer, which grows as needed.
  private static final int ESTIMATE = 512;

  private final RedisCodec<K, ?> keys;
  private final ValueContent<V> content;
  private final StoredForm form;
  private final int maxValueLength;

  private SegueRedisCodec(
      RedisCodec<K, ?> keys, ValueContent<V> content, StoredForm form, int maxValueLength) {
    LettuceRelease.LOADED.requireSupported();
    this.keys = keys;
    this.content = content;
    this.form = form;
    this.maxValueLength = maxValueLength;
  }

  /// Returns a codec that serializes values without compressing them.
  ///
  /// @param keys encodes the keys; not used for values
  /// @param serializer serializes the values; all readers must have the same classes registered
  /// @param type type of the values, or a supertype
  /// @param <K> type of the keys
  /// @param <V> type of the values
  /// @return the codec
  /// @throws IllegalStateException if Lettuce is older than 6.8
  public static <K, V> SegueRedisCodec<K, V> objects(
      RedisCodec<K, ?> keys, Serializer serializer, Class<V> type) {
    Objects.requireNonNull(keys, "keys");
    return new SegueRedisCodec<>(
        keys, new SerializedContent<>(serializer, type), new PlainForm(), DEFAULT_MAX_VALUE_LENGTH);
  }

  /// Returns a codec that encodes keys and values with another codec, such as one for strings or
  /// byte arrays. Combine it with a form that compresses values.
  ///
  /// @param plain encodes keys and values
  /// @param <K> type of the keys
  /// @param <V> type of the values
  /// @return the codec
  /// @throws IllegalStateException if Lettuce is older than 6.8
  public static <K, V> SegueRedisCodec<K, V> of(RedisCodec<K, V> plain) {
    Objects.requireNonNull(plain, "plain");
    return new SegueRedisCodec<>(
        plain, new EncodedContent<>(plain), new PlainForm(), DEFAULT_MAX_VALUE_LENGTH);
  }

  /// Returns a setting for Lettuce clients that keeps connections open when a value cannot be
  /// written: only its command fails. It applies to all codecs of these clients.
  ///
  /// ```java
  /// ClientResources resources =
  ///     ClientResources.builder().nettyCustomizer(SegueRedisCodec.keepConnections()).build();
  /// RedisClient client = RedisClient.create(resources, uri);
  /// ```
  ///
  /// Your own customizer can call `afterChannelInitialized` of this one.
  ///
  /// @return the setting
  public static NettyCustomizer keepConnections() {
    LettuceRelease.LOADED.requireSupported();
    return new ConnectionKeeper();
  }

  /// Stores values in envelopes, compressed if the policy decides so. With a dictionary,
  /// compression is worthwhile even for small values.
  ///
  /// @param policy decides when and how to compress
  /// @return a copy with the setting
  public SegueRedisCodec<K, V> compressed(CompressionPolicy policy) {
    return new SegueRedisCodec<>(
        keys, content, new EnvelopeForm(Envelope.of(policy)), maxValueLength);
  }

  /// Stores values as the Valkey GLIDE client does when its compression is on: values of 64 bytes
  /// or more are compressed if zstd makes them shorter, and all others are plain. Also reads values
  /// that clients without compression wrote.
  ///
  /// @param options settings for zstd; every reader needs the same dictionary, if there is one, and
  ///   GLIDE has no dictionaries
  /// @return a copy with the setting
  public SegueRedisCodec<K, V> compressedForGlide(ZstdOptions options) {
    return new SegueRedisCodec<>(keys, content, new GlideForm(options), maxValueLength);
  }

  /// Sets the maximum length of a decompressed value. A longer value fails its command with an
  /// error of kind `LIMIT_EXCEEDED`, before memory is allocated for all of it.
  ///
  /// @param bytes length of a value's content, in bytes
  /// @return a copy with the bound
  /// @throws IllegalArgumentException if the length is not positive
  public SegueRedisCodec<K, V> withMaxValueLength(int bytes) {
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
    try {
      target.writeBytes(keys.encodeKey(key));
    } catch (RuntimeException e) {
      throw unencodable(e);
    }
  }

  @Override
  public void encodeValue(V value, ByteBuf target) {
    try {
      writeValue(value, target);
    } catch (RuntimeException e) {
      throw unencodable(e);
    }
  }

  /// Returns the exception that an encoder called by Lettuce must throw.
  ///
  /// @throws UnencodableError thrown instead, with releases that lose replies
  private static RuntimeException unencodable(RuntimeException failure) {
    if (LettuceRelease.LOADED.losesReplies()) {
      throw new UnencodableError(failure);
    }
    return failure;
  }

  private void writeValue(V value, ByteBuf target) {
    MemorySegment bytes = content.of(value);
    int room = room(bytes);
    target.ensureWritable(room);
    ByteBuffer free = target.nioBuffer(target.writerIndex(), room);
    long length = form.write(bytes, MemorySegment.ofBuffer(free));
    target.writerIndex(target.writerIndex() + (int) length);
  }

  /// The maximum number of bytes that a value can take.
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
