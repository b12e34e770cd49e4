// SPDX-License-Identifier: Apache-2.0

/// Compression of memory segments.
module dev.segue.compression {
  requires static transitive org.jspecify;
  // Without it, there are no events.
  requires static jdk.jfr;
  requires dev.segue.natives;

  exports dev.segue.compression;
}
