// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

/// Tests of what shared memory alone has.
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
