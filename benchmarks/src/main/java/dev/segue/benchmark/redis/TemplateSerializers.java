// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.segue.compression.Codec;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.ZstdOptions;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.spring.SegueSpring;
import dev.segue.spring.redis.RedisDictionaries;
import dev.segue.spring.redis.RedisSchemaRegistry;
import dev.segue.spring.redis.SegueRedisSerializer;
import java.util.Objects;
import java.util.function.Function;
import org.apache.fory.ThreadSafeFory;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializer;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.smile.SmileMapper;

/// The serializers of a `RedisTemplate`: the serializers of Spring Data Redis, and for libraries
/// that it does not support, serializers with the same settings as in Redisson's codecs.
///
/// @param dictionaries the dictionaries for compression; null for none
record TemplateSerializers(RedisSerializer<Object> values, @Nullable RedisDictionaries dictionaries)
    implements AutoCloseable {
  private static final int FIRST_BUFFER_BYTES = 1 << 10;

  /// Creates a serializer.
  ///
  /// @param object the value, whose class Jackson needs to know
  /// @throws IllegalArgumentException if the library is unknown
  static TemplateSerializers open(
      String library, CachedObject object, RedisConnectionFactory connections) {
    return library.equals("segue-dictionary")
        ? withDictionary(object, connections)
        : new TemplateSerializers(values(library, object.type(), connections), null);
  }

  private static RedisSerializer<Object> values(
      String library, Class<?> type, RedisConnectionFactory connections) {
    return switch (library) {
      case "jdk" -> RedisSerializer.java();
      case "jackson-json" -> jackson(new JsonMapper(), type);
      case "jackson-smile" -> jackson(new SmileMapper(), type);
      case "kryo" -> new Functions(KryoInstance::write, KryoInstance::read);
      case "fory-compatible" -> fory();
      case "segue" -> SegueRedisSerializer.of(segue().build());
      case "segue-registry" -> SegueRedisSerializer.of(withRegistry(connections));
      case "segue-zstd" -> compressed(segue().build());
      case "segue-registry-zstd" -> compressed(withRegistry(connections));
      default -> throw new IllegalArgumentException("unknown library: " + library);
    };
  }

  /// Trains a dictionary from other values of the same class.
  private static TemplateSerializers withDictionary(
      CachedObject object, RedisConnectionFactory connections) {
    Serializer serializer = withRegistry(connections);
    RedisDictionaries dictionaries = RedisDictionaries.of(connections);
    int _ = dictionaries.train(object.samples().stream().map(serializer::toBytes).toList());
    return new TemplateSerializers(
        SegueRedisSerializer.of(serializer).compressed(dictionaries), dictionaries);
  }

  private static Serializer withRegistry(RedisConnectionFactory connections) {
    return segue().schemaRegistry(RedisSchemaRegistry.of(connections)).build();
  }

  private static RedisSerializer<Object> compressed(Serializer serializer) {
    return SegueRedisSerializer.of(serializer)
        .compressed(CompressionPolicy.of(Codec.zstd(ZstdOptions.defaults())));
  }

  private static SerializerBuilder segue() {
    return SegueSpring.builder(
        CachedObject.class.getClassLoader(), CachedObject.PACKAGES.toArray(String[]::new));
  }

  private static RedisSerializer<Object> jackson(ObjectMapper mapper, Class<?> type) {
    return new JacksonJsonRedisSerializer<>(mapper, mapper.constructType(type));
  }

  private static RedisSerializer<Object> fory() {
    ThreadSafeFory fory = ForyArrayCodec.open();
    return new Functions(fory::serialize, fory::deserialize);
  }

  @Override
  public void close() {
    if (dictionaries != null) {
      dictionaries.close();
    }
  }

  /// A serializer made of two functions.
  private record Functions(Function<Object, byte[]> write, Function<byte[], Object> read)
      implements RedisSerializer<Object> {
    @Override
    public byte[] serialize(@Nullable Object value) {
      return write.apply(Objects.requireNonNull(value, "value"));
    }

    @Override
    public @Nullable Object deserialize(byte @Nullable [] bytes) {
      return bytes == null ? null : read.apply(bytes);
    }
  }

  /// The Kryo of a thread, with its buffers.
  private record KryoInstance(Kryo kryo, Output output, Input input) {
    private static final ThreadLocal<KryoInstance> OF_THREAD =
        ThreadLocal.withInitial(KryoInstance::create);

    private static KryoInstance create() {
      var kryo = new Kryo();
      kryo.setRegistrationRequired(false);
      return new KryoInstance(kryo, new Output(FIRST_BUFFER_BYTES, -1), new Input());
    }

    static byte[] write(Object value) {
      KryoInstance own = OF_THREAD.get();
      own.output.reset();
      own.kryo.writeClassAndObject(own.output, value);
      return own.output.toBytes();
    }

    static Object read(byte[] bytes) {
      KryoInstance own = OF_THREAD.get();
      own.input.setBuffer(bytes);
      return own.kryo.readClassAndObject(own.input);
    }
  }
}
