// SPDX-License-Identifier: Apache-2.0

/// Messages from one JVM to another through shared memory.
module dev.segue.shm {
  requires static transitive org.jspecify;
  requires jdk.jfr;

  exports dev.segue.shm;
}
