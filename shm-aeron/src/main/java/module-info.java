// SPDX-License-Identifier: Apache-2.0

/// Messages to other hosts over Aeron, through the senders and receivers of `dev.segue.shm`.
module dev.segue.aeron {
  requires static transitive org.jspecify;
  requires transitive dev.segue.shm;
  requires transitive io.aeron.client;
  requires io.aeron.driver;
  requires org.agrona;

  exports dev.segue.aeron;
}
