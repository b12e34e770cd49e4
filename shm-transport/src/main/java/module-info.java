// SPDX-License-Identifier: Apache-2.0

/// Messages from one JVM to another through shared memory.
@SuppressWarnings("module") // dev.segue.aeron is built after this.
module dev.segue.shm {
  requires static transitive org.jspecify;
  requires jdk.jfr;

  exports dev.segue.shm;
  exports dev.segue.shm.spi to
      dev.segue.aeron;
}
