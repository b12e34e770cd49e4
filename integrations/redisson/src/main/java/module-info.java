// SPDX-License-Identifier: Apache-2.0

/// Values and keys of Redisson, serialized and compressed by Segue.
module dev.segue.redisson {
  requires static transitive org.jspecify;
  requires transitive dev.segue.compression;
  requires transitive dev.segue.serializer;
  requires transitive io.netty.buffer;
  requires transitive redisson;

  exports dev.segue.redisson;
}
