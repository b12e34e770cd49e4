// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests of behaviour that run over shared memory, and over gRPC's own transport on a Unix domain
/// socket.
@ParameterizedClass
@EnumSource(Transport.class)
abstract class TransportTest extends CallTest {

  @Parameter Transport transport = Transport.SHARED_MEMORY;

  @BeforeEach
  final void requireTransport() {
    assumeTrue(transport.isAvailable());
  }

  /// Skips a test of behaviour that gRPC's transport does not have.
  final void requireSharedMemory() {
    assumeTrue(transport == Transport.SHARED_MEMORY);
  }

  /// Checks the status of a call that was open when its server was shut down. Over a socket, the
  /// connection does not always survive until the client has read the status.
  final void requireCompleted(Status status) {
    boolean lost = transport == Transport.SOCKET && status.getCode() == Status.Code.UNAVAILABLE;
    assertTrue(status.isOk() || lost, status::toString);
  }

  @Override
  ServerBuilder<?> serverBuilder() {
    return transport.server(path);
  }

  @Override
  ManagedChannelBuilder<?> channelBuilder() {
    return transport.channel(path);
  }

  /// Returns a builder of channels with small lanes.
  ManagedChannelBuilder<?> smallLanes() {
    ManagedChannelBuilder<?> builder = channelBuilder();
    return builder instanceof ShmChannelBuilder shm ? shm.laneCapacity(64 * 1024) : builder;
  }
}
