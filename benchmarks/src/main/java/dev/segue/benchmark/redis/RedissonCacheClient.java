// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import dev.segue.redisson.SegueCodec;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.spring.redis.RedisDictionaries;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RBucket;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.Codec;
import org.redisson.codec.Kryo5Codec;
import org.redisson.codec.SerializationCodec;
import org.redisson.codec.TypedJsonJackson3Codec;
import org.redisson.config.Config;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.smile.SmileMapper;

/// Redisson's buckets, with its own codecs, Segue's and a [ForyArrayCodec].
record RedissonCacheClient(RedissonClient redisson, @Nullable ZstdDictionary dictionary)
    implements CacheClient {
  private static final int SHUTDOWN_SECONDS = 60;

  static RedissonCacheClient connect(String library, CachedObject object, int port) {
    if (!library.equals("segue-dictionary")) {
      return connect(codec(library, object.type()), null, port);
    }
    SegueCodec plain = withRegistry();
    ZstdDictionary dictionary = train(plain, object);
    return connect(
        plain.compressed(ZstdOptions.defaults().withDictionary(dictionary)), dictionary, port);
  }

  private static RedissonCacheClient connect(
      Codec codec, @Nullable ZstdDictionary dictionary, int port) {
    var config = new Config();
    config.setCodec(codec);
    config.useSingleServer().setAddress("redis://127.0.0.1:" + port);
    return new RedissonCacheClient(Redisson.create(config), dictionary);
  }

  private static Codec codec(String library, Class<?> type) {
    return switch (library) {
      case "jdk" -> new SerializationCodec();
      case "jackson-json" -> new TypedJsonJackson3Codec(type, new JsonMapper());
      case "jackson-smile" -> new TypedJsonJackson3Codec(type, new SmileMapper());
      case "kryo" -> new Kryo5Codec();
      case "fory-compatible" -> new ForyArrayCodec();
      case "segue" -> segue();
      case "segue-registry" -> withRegistry();
      case "segue-zstd" -> segue().compressed(ZstdOptions.defaults());
      case "segue-registry-zstd" -> withRegistry().compressed(ZstdOptions.defaults());
      default -> throw new IllegalArgumentException("unknown library: " + library);
    };
  }

  private static SegueCodec segue() {
    return new SegueCodec(CachedObject.PACKAGES.toArray(String[]::new));
  }

  private static SegueCodec withRegistry() {
    SchemaRegistry schemas = SchemaRegistry.inMemory();
    return segue().configured(builder -> builder.schemaRegistry(schemas));
  }

  /// Trains a dictionary from other values of the same class.
  private static ZstdDictionary train(SegueCodec plain, CachedObject object) {
    List<MemorySegment> payloads = new ArrayList<>();
    for (Object sample : object.samples()) {
      payloads.add(MemorySegment.ofArray(payload(plain, sample)));
    }
    return ZstdDictionary.train(payloads, RedisDictionaries.DEFAULT_MAX_LENGTH);
  }

  private static byte[] payload(SegueCodec plain, Object value) {
    ByteBuf bytes = null;
    try {
      bytes = plain.getValueEncoder().encode(value);
      return ByteBufUtil.getBytes(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ReferenceCountUtil.release(bytes);
    }
  }

  private RBucket<Object> bucket(String key) {
    return redisson.getBucket(key);
  }

  @Override
  public void set(String key, Object value) {
    bucket(key).set(value);
  }

  @Override
  public @Nullable Object get(String key) {
    return bucket(key).get();
  }

  @Override
  public long storedBytes(String key) {
    return bucket(key).size();
  }

  @Override
  public void close() {
    redisson.shutdown(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    if (dictionary != null) {
      dictionary.close();
    }
  }
}
