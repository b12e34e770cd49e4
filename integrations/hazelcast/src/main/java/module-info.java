// SPDX-License-Identifier: Apache-2.0

/// A Hazelcast serializer based on Segue.
module dev.segue.hazelcast {
  requires static transitive org.jspecify;
  requires transitive com.hazelcast.core;
  requires transitive dev.segue.serializer;

  exports dev.segue.hazelcast;
}
