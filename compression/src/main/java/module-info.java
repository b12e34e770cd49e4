// SPDX-License-Identifier: Apache-2.0

/// Compresses memory segments, byte arrays, buffers and streams through native libraries.
module dev.segue.compression {
  requires static transitive org.jspecify;
  // Without this module, no events are recorded.
  requires static jdk.jfr;
  requires dev.segue.natives;

  exports dev.segue.compression;
}
