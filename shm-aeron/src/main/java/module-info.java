// SPDX-License-Identifier: Apache-2.0

/// Messages to other hosts, over Aeron.
module dev.segue.aeron {
  requires static transitive org.jspecify;
  requires transitive dev.segue.shm;
  requires io.aeron.client;
  requires io.aeron.driver;
  requires org.agrona;

  exports dev.segue.aeron;
}
