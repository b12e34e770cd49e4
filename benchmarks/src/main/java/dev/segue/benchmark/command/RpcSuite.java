// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.rpc.CallCase;
import dev.segue.benchmark.shm.ShmSettings;
import java.util.List;
import java.util.Set;

/// The suite of gRPC calls between two processes, which JMH cannot measure.
record RpcSuite() implements Suite {
  @Override
  public String name() {
    return "rpc";
  }

  @Override
  public String title() {
    return "Calls of gRPC";
  }

  @Override
  public String summary() {
    return "Calls that return their message, between two processes: unary ones one after the other,"
        + " the same after pauses in which readers fall asleep, and 100 in flight; messages on one"
        + " stream. RpcBenchmark compares transports with the same marshaller,"
        + " RpcMarshallerBenchmark marshallers on a Unix domain socket. All transports have their"
        + " defaults. Bytes are those that client and server allocate in a unary call. grpc-inprocess"
        + " is one process, and serializes nothing.";
  }

  @Override
  public Set<String> classes() {
    return Set.of("RpcBenchmark", "RpcMarshallerBenchmark");
  }

  @Override
  public Plan plan(Settings settings) {
    ShmSettings chosen = settings.shm();
    List<CallCase> cases =
        settings.extent() == Settings.Extent.HEADLINE
            ? CallCase.headline(chosen.millis())
            : CallCase.of(
                chosen.transports(),
                chosen.sizes(),
                chosen.millis(),
                settings.extent() == Settings.Extent.EVERY);
    return new Plan(cases.stream().<Cell>map(Cell.Calls::new).toList(), List.of());
  }
}
