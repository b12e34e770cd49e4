// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.processes.Measurement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FlightThroughputTest {
  /// A short measurement, which checks only that it runs. The other transports differ only in their
  /// builders, which the benchmarks of calls share.
  @Tag("long")
  @Test
  void measuresAStreamOverSharedMemory() throws Exception {
    Measurement figures = FlightThroughput.measure("grpc-shm", 0.05, "64", "1024");
    assertTrue(figures.figure(FlightThroughput.RATE) > 0, figures::toString);
    assertTrue(figures.figure(FlightThroughput.CPU) > 0, figures::toString);
  }
}
