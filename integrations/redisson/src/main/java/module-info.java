// SPDX-License-Identifier: Apache-2.0

/// A Redisson codec that serializes and compresses values and keys with Segue.
module dev.segue.redisson {
  requires static transitive org.jspecify;
  requires transitive dev.segue.compression;
  requires transitive dev.segue.serializer;
  requires transitive io.netty.buffer;
  requires transitive redisson;

  exports dev.segue.redisson;
}
