// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.fixtures.ExampleProcesses;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The example, in two processes: the server on the class path, the client on the module path, and
/// the other way round.
@Timeout(600)
final class TwoProcessesTest {
  @Test
  void exampleRuns() throws IOException, InterruptedException {
    ExampleProcesses example =
        new ExampleProcesses(
            GrpcExample.class,
            "dev.segue.grpc",
            List.of(
                "--enable-native-access=dev.segue.compression",
                "--add-modules=ALL-MODULE-PATH", // what grpc-netty needs, which has no descriptor
                // For the records.
                "--add-opens=dev.segue.grpc/dev.segue.grpc=dev.segue.serializer"),
            "junit");
    for (boolean isServerModular : new boolean[] {false, true}) {
      assertEquals(
          List.of("2 x tea", "1 x milk", "2 x milk", "INVALID_ARGUMENT: quantity=0"),
          example.talk(isServerModular, address -> address));
    }
  }
}
