// SPDX-License-Identifier: Apache-2.0

/// Netty handlers that serialize and compress with Segue.
module dev.segue.netty {
  requires static transitive org.jspecify;
  requires transitive dev.segue.compression;
  requires transitive dev.segue.serializer;
  requires transitive io.netty.buffer;
  requires transitive io.netty.codec;
  requires io.netty.common;
  requires transitive io.netty.transport;

  exports dev.segue.netty;
}
