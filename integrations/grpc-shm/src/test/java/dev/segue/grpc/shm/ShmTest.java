// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

/// Tests of features that only shared memory has.
abstract class ShmTest extends CallTest {

  @Override
  ShmServerBuilder serverBuilder() {
    return ShmServerBuilder.forPath(path);
  }

  @Override
  ShmChannelBuilder channelBuilder() {
    return ShmChannelBuilder.forPath(path);
  }
}
