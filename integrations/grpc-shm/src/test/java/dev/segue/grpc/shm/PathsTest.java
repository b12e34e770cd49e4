// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Paths that a server cannot use, and groups of users.
@Timeout(600)
final class PathsTest {

  @TempDir Path directory;

  private static String serverError(Path path) {
    Server server = ShmServerBuilder.forPath(path).build();
    return "" + assertThrows(IOException.class, server::start).getMessage();
  }

  private static String call(ShmChannelBuilder builder) throws InterruptedException {
    ManagedChannel channel = builder.build();
    try {
      return ClientCalls.blockingUnaryCall(channel, TextService.UNARY, CallOptions.DEFAULT, "text");
    } finally {
      channel.shutdownNow();
      channel.awaitTermination(5, TimeUnit.MINUTES);
    }
  }

  private static String clientError(ShmChannelBuilder builder) {
    StatusRuntimeException e = assertThrows(StatusRuntimeException.class, () -> call(builder));
    assertEquals(Status.Code.UNAVAILABLE, e.getStatus().getCode());
    return "" + e.getStatus().getDescription();
  }

  private static Server server(ShmServerBuilder builder) throws IOException {
    return builder
        .addService(
            TextService.of(
                TextService.UNARY,
                ServerCalls.asyncUnaryCall((text, observer) -> {
                  observer.onNext(text);
                  observer.onCompleted();
                })))
        .build()
        .start();
  }

  private static void stop(Server server) throws InterruptedException {
    server.shutdownNow();
    assertTrue(server.awaitTermination(5, TimeUnit.MINUTES));
  }

  @Test
  void otherDirectoryKeepsItsPermissions() {
    for (Path path : new Path[] {Path.of("/"), Path.of("/proc"), directory}) {
      assertEquals(
          "cannot serve at %s: it is a directory that no server has created: choose a path that does not exist"
              .formatted(path),
          serverError(path));
      assertEquals(
          "cannot connect to %s: it is a directory that no server has created".formatted(path),
          clientError(ShmChannelBuilder.forPath(path)));
    }
  }

  @Test
  void fileSystemWithoutUserDirectoriesIsNamed() {
    assertEquals(
        "cannot serve at /proc/x: no directory can be created in /proc: choose another path",
        serverError(Path.of("/proc/x")));
  }

  @Test
  void missingServerIsNamed() {
    Path path = directory.resolve("server");
    assertEquals(
        "cannot connect to %s: there is no server: start it, or wait for it with withWaitForReady()"
            .formatted(path),
        clientError(ShmChannelBuilder.forPath(path)));
  }

  @Test
  void pathsOfOtherFileSystemsAreRefused() throws IOException {
    try (FileSystem zip =
        FileSystems.newFileSystem(directory.resolve("a.zip"), Map.of("create", "true"))) {
      Path path = zip.getPath("/server");
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> ShmServerBuilder.forPath(path));
      assertTrue(("" + e.getMessage()).contains("choose a path of the operating"), e::toString);
      assertThrows(IllegalArgumentException.class, () -> ShmChannelBuilder.forPath(path));
    }
  }

  @Test
  void noSpaceForLanesNamesTheBuildersSetting() throws Exception {
    Path path = ShmPaths.next();
    Server server = server(ShmServerBuilder.forPath(path));
    try {
      String error = clientError(ShmChannelBuilder.forPath(path).laneCapacity(1L << 39));
      assertTrue(error.contains("no space for "), error);
      assertTrue(error.contains("choose a smaller laneCapacity(...)"), error);
    } finally {
      stop(server);
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> ShmChannelBuilder.forPath(path).laneCapacity((1L << 40) + 1));
  }

  @Test
  void membersOfAGroupConnectIfTheyNameIt() throws Exception {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-x---"));
    String group = Files.readAttributes(directory, PosixFileAttributes.class).group().getName();
    Path path = directory.resolve("server");
    Server server = server(ShmServerBuilder.forPath(path).withGroup(group));
    try {
      assertEquals(
          PosixFilePermissions.fromString("rwxrwx---"), Files.getPosixFilePermissions(path));
      assertEquals("text", call(ShmChannelBuilder.forPath(path).withGroup(group)));
      String error = clientError(ShmChannelBuilder.forPath(path));
      assertTrue(error.contains("unless its group (" + group + ") is named"), error);
    } finally {
      stop(server);
    }
    ShmPaths.requireNothingLeft(path);
    assertThrows(
        IllegalArgumentException.class, () -> ShmServerBuilder.forPath(path).withGroup(" "));
  }
}
