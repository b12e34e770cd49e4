// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import dev.segue.serializer.SchemaRegistry;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;

/// A schema registry in Redis, under keys that must neither expire nor be evicted.
///
/// @param redis commands of a client with threads of its own: a serializer waits for the reply,
///   also on the thread of a client whose values it reads
record RedisSchemaRegistry(RedisCommands<String, byte[]> redis) implements SchemaRegistry {

  static final RedisCodec<String, byte[]> CODEC =
      RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

  private static String key(long fingerprint) {
    return "segue:schema:%016x".formatted(fingerprint);
  }

  @Override
  public void put(long fingerprint, byte[] schema) {
    String _ = redis.set(key(fingerprint), schema, SetArgs.Builder.nx());
  }

  @Override
  @SuppressWarnings("NullAway") // Lettuce returns null for a missing key
  public byte[] get(long fingerprint) {
    return redis.get(key(fingerprint));
  }
}
