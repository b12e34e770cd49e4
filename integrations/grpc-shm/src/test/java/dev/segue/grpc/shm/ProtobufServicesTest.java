// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// gRPC's own services, whose messages are protobuf's.
final class ProtobufServicesTest extends TransportTest {

  @Test
  void healthAndReflection() throws Exception {
    HealthStatusManager health = new HealthStatusManager();
    health.setStatus("shop", ServingStatus.NOT_SERVING);
    start(
        serverBuilder()
            .addService(health.getHealthService())
            .addService(ProtoReflectionServiceV1.newInstance()));
    ManagedChannel channel = channel();
    assertEquals(
        ServingStatus.NOT_SERVING,
        HealthGrpc.newBlockingStub(channel)
            .check(HealthCheckRequest.newBuilder().setService("shop").build())
            .getStatus());

    CompletableFuture<ServerReflectionResponse> listed = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> requests =
        ServerReflectionGrpc.newStub(channel)
            .serverReflectionInfo(
                new StreamObserver<>() {
                  @Override
                  public void onNext(ServerReflectionResponse response) {
                    listed.complete(response);
                  }

                  @Override
                  public void onError(Throwable failure) {
                    listed.completeExceptionally(failure);
                  }

                  @Override
                  public void onCompleted() {}
                });
    requests.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
    List<String> names =
        listed
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
            .getListServicesResponse()
            .getServiceList()
            .stream()
            .map(io.grpc.reflection.v1.ServiceResponse::getName)
            .toList();
    requests.onCompleted();
    assertTrue(names.contains("grpc.health.v1.Health"), names::toString);
    assertTrue(names.contains("grpc.reflection.v1.ServerReflection"), names::toString);
  }
}
