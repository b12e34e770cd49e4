// SPDX-License-Identifier: Apache-2.0

/// Runnable examples of each module.
module dev.segue.examples {
  requires com.esotericsoftware.kryo;
  requires dev.segue.compression;
  requires dev.segue.serializer;
  requires dev.segue.shm;
  requires org.apache.fory.core;
  requires static org.jspecify;

  opens dev.segue.examples to
      dev.segue.serializer;
}
