// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.workload.Workload;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every path passes every object.
class MessagePathTest {
  @ParameterizedTest
  @CsvSource({
    "netty,segue",
    "netty,fory",
    "netty,kryo",
    "grpc,segue",
    "grpc,fory",
    "grpc,kryo",
  })
  void messagesArrive(String framework, String library) throws IOException {
    for (Workload object : Workload.values()) {
      try (MessagePath path = MessagePath.open(framework, library, object)) {
        for (int i = 0; i < 3; i++) {
          assertEquals(object.create(), path.pass(object.create()));
          assertTrue(path.bytes() > 50, "bytes: " + path.bytes());
        }
      }
    }
  }
}
