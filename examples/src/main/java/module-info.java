// SPDX-License-Identifier: Apache-2.0

/// One runnable file per module.
module dev.segue.examples {
  requires dev.segue.compression;
  requires dev.segue.serializer;
  requires dev.segue.shm;
  requires static org.jspecify;

  opens dev.segue.examples to
      dev.segue.serializer;
}
