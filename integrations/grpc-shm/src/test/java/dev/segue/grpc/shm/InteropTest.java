// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.testing.integration.AbstractInteropTest;
import java.nio.file.Path;
import org.junit.runner.RunWith;
import org.junit.runners.JUnit4;

/// gRPC's own test cases for transports, over shared memory.
///
/// Not run: what is about census (`metricsExpected`, `customCensusModulePresent`), because its
/// modules are for gRPC's internal builders. TLS and HTTP/2 are cases of other classes.
@RunWith(JUnit4.class)
@SuppressWarnings("exports") // public for JUnit 4, not for users
public class InteropTest extends AbstractInteropTest {

  private final Path path = ShmPaths.next();

  @Override
  protected ServerBuilder<?> getServerBuilder() {
    return ShmServerBuilder.forPath(path).maxInboundMessageSize(MAX_MESSAGE_SIZE);
  }

  @Override
  protected ManagedChannelBuilder<?> createChannelBuilder() {
    return ShmChannelBuilder.forPath(path).maxInboundMessageSize(MAX_MESSAGE_SIZE);
  }

  @Override
  protected boolean metricsExpected() {
    return false;
  }

  @Override
  public void tearDown() {
    super.tearDown();
    ShmPaths.requireNothingLeft(path);
  }
}
