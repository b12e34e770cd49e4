// SPDX-License-Identifier: Apache-2.0

/// Values of Redis and Valkey, serialized and compressed by Segue, for the Lettuce client.
module dev.segue.lettuce {
  requires static transitive org.jspecify;
  requires io.netty.codec;
  requires io.netty.transport;
  requires transitive dev.segue.compression;
  requires transitive dev.segue.serializer;
  requires transitive io.netty.buffer;
  requires transitive lettuce.core;

  exports dev.segue.lettuce;
}
