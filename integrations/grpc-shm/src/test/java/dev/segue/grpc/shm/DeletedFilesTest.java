// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A cleaner of temporary directories deletes one file of an idle server.
final class DeletedFilesTest extends ShmTest {

  private static CallOptions patient() {
    return CallOptions.DEFAULT.withWaitForReady().withDeadlineAfter(5, TimeUnit.MINUTES);
  }

  /// Calls once the server is ready, without waiting for the channel's backoff.
  private static String callSoon(ManagedChannel channel, String text) throws Exception {
    Future<String> answer =
        ClientCalls.futureUnaryCall(channel.newCall(TextService.UNARY, patient()), text);
    while (!answer.isDone()) {
      channel.resetConnectBackoff();
      Thread.sleep(20);
    }
    return answer.get();
  }

  private void delete(String pattern) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, pattern)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"channel", "locks", "lane-*", "*"})
  void serverWithDeletedFilesAcceptsClientsAgain(String pattern) throws Exception {
    serveEcho();
    ManagedChannel before = channel();
    assertEquals("a", call(before, "a"));
    delete(pattern);
    assertEquals("b", callSoon(channel(), "b"));
    assertEquals("c", call(before, "c"));
  }
}
