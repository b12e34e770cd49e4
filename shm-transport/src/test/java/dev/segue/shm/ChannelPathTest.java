// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Default paths, waiting for channels, and messages about missing ones.
@Timeout(600)
class ChannelPathTest extends InScratch {

  private static final Duration LONG = Duration.ofMinutes(5);

  private static String messageOf(Kind kind, Executable action) {
    TransportException e = assertThrows(TransportException.class, action);
    assertEquals(kind, e.kind());
    return String.valueOf(e.getMessage());
  }

  @Nested
  class DefaultPaths {

    @Test
    @EnabledOnOs(OS.LINUX)
    void defaultPathIsInSharedMemory() {
      assertEquals(Path.of("/dev/shm/quotes"), Channel.defaultPath("quotes"));
    }

    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs POSIX permissions")
    @Test
    void defaultPathWithoutSharedMemoryIsInAUserDirectory() throws IOException {
      Path file = DefaultPath.inTemporary("quotes", scratch.directory(), "Ada L./x");
      assertEquals(scratch.path("segue-Ada_L._x").resolve("quotes"), file);
      assertEquals(
          "rwx------",
          PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())));
      assertEquals(file, DefaultPath.inTemporary("quotes", scratch.directory(), "Ada L./x"));
      Channel.create(file).close();
      assertTrue(Channel.unlinkIfExists(file));
    }

    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs POSIX permissions")
    @Test
    void directoryThatIsOpenToOthersIsRefused() throws IOException {
      Path directory = Files.createDirectory(scratch.path("segue-ada"));
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
      String message =
          messageOf(
              Kind.ACCESS_DENIED,
              () -> DefaultPath.inTemporary("quotes", scratch.directory(), "ada"));
      assertTrue(message.contains(directory + " is open to others"), message);
    }

    @Test
    void defaultPathOnWindowsIsInLocalAppData() throws IOException {
      Path file = DefaultPath.onWindows("quotes", scratch.directory());
      assertEquals(scratch.path("Segue").resolve("quotes"), file);
      assertEquals(file, DefaultPath.onWindows("quotes", scratch.directory()));
      Channel.create(file).close();
      assertTrue(Channel.unlinkIfExists(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"con", "NUL", "nul.txt", "com1", "Lpt9.a.b"})
    void windowsDeviceNamesAreRefused(String name) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> DefaultPath.onWindows(name, scratch.directory()));
      assertEquals(
          "\""
              + name
              + "\" is not a channel name on Windows: it is reserved for a device, or ends with '.'",
          e.getMessage());
    }

    @Test
    void trailingDotIsRefusedOnWindows() {
      assertThrows(
          IllegalArgumentException.class,
          () -> DefaultPath.onWindows("quotes.", scratch.directory()));
      assertEquals(
          "console.log",
          DefaultPath.onWindows("console.log", scratch.directory()).getFileName().toString());
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"", ".", "..", ".hidden", "-f", "a/b", "/etc", "a b", "ä", "a\0", "a\n"})
    void unsafeCharactersAreRefused(String name) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> Channel.defaultPath(name));
      assertTrue(String.valueOf(e.getMessage()).startsWith("\"" + name + "\""), e::toString);
    }

    /// Files next to a channel have longer names than the channel.
    @Test
    void namesLeaveRoomForSuffixes() {
      assertThrows(IllegalArgumentException.class, () -> Channel.defaultPath("x".repeat(128)));
      String longest = "x".repeat(127);
      assertEquals(longest, Channel.defaultPath(longest).getFileName().toString());
      Path service = scratch.path(longest);
      Responder.open(service, 10, 10).close();
      Requester.open(service, 10).close();
    }
  }

  @Nested
  class Waiting {

    @Test
    void awaitOpenReturnsOnceTheChannelExists() throws Exception {
      FutureTask<ChannelConfig> opened =
          new FutureTask<>(() -> {
            try (Channel channel = Channel.awaitOpen(path, LONG)) {
              return channel.config();
            }
          });
      Thread thread = Thread.ofPlatform().start(opened);
      Threads.awaitWaiting(thread);
      assertFalse(opened.isDone());
      Channel.create(path).close();
      assertEquals(ChannelConfig.defaults(), opened.get());
      thread.join();
      Channel.awaitOpen(path, Duration.ZERO).close();
    }

    @Test
    void awaitOpenTimesOut() {
      long start = System.nanoTime();
      String message =
          messageOf(Kind.TIMEOUT, () -> Channel.awaitOpen(path, Duration.ofMillis(60)));
      assertTrue(System.nanoTime() - start >= 60_000_000L);
      assertTrue(message.startsWith("no channel at " + path + " after 60ms: check"), message);
      messageOf(Kind.TIMEOUT, () -> Channel.awaitOpen(path, Duration.ofSeconds(-1)));
    }

    @Test
    void awaitOpenFailsAtOnceForAnotherFile() throws IOException {
      Files.createFile(path);
      messageOf(Kind.INCOMPATIBLE, () -> Channel.awaitOpen(path, Duration.ofDays(400_000)));
    }

    @Test
    void awaitOpenEndsWhenInterrupted() {
      Thread.currentThread().interrupt();
      messageOf(Kind.INTERRUPTED, () -> Channel.awaitOpen(path, Duration.ofDays(400_000)));
      assertTrue(Thread.interrupted());
    }
  }

  @Nested
  class Unlinking {

    @Test
    void unlinkIfExistsReportsWhetherTheChannelExisted() {
      assertFalse(Channel.unlinkIfExists(path));
      assertFalse(Channel.unlinkIfExists(path.resolve("below")));
      Channel.openOrCreate(path).close();
      assertTrue(Channel.unlinkIfExists(path));
      assertFalse(Files.exists(path));
    }

    @Test
    void unlinkKeepsOtherFiles() throws IOException {
      SharedFile.createDirectory(path, Access.OWNER);
      Files.createFile(path.resolve("other"));
      messageOf(Kind.INCOMPATIBLE, () -> Channel.unlinkIfExists(path));
      assertTrue(Files.exists(path));
    }
  }

  @Nested
  class Messages {

    @Test
    void messageNamesTheMissingChannel() {
      assertEquals("no channel at " + path, messageOf(Kind.NOT_FOUND, () -> Channel.open(path)));
      assertEquals("no channel at " + path, messageOf(Kind.NOT_FOUND, () -> Channel.unlink(path)));
    }

    @Test
    void messageNamesTheMissingDirectory() {
      String missing = "the directory " + path + " does not exist: create it, or use another path";
      Path below = path.resolve("below");
      assertEquals(missing, messageOf(Kind.NOT_FOUND, () -> Channel.create(below)));
      assertEquals(missing, messageOf(Kind.NOT_FOUND, () -> Channel.open(below)));
    }

    @Test
    void messageNamesActualAndRequestedSettings() {
      ChannelConfig config = ChannelConfig.defaults();
      Channel.create(path, config).close();
      assertEquals(
          path
              + " exists with topology PAIR, but BROADCAST was requested: open it as it is, or"
              + " unlink it",
          messageOf(
              Kind.INCOMPATIBLE,
              () -> Channel.openOrCreate(path, config.withTopology(Topology.BROADCAST))));
      assertEquals(
          path
              + " exists with a lane capacity of 1048576 bytes, but 1048577 was requested: open it"
              + " as it is, or unlink it",
          messageOf(
              Kind.INCOMPATIBLE,
              () -> Channel.openOrCreate(path, config.withLaneCapacity(1_048_577))));
    }
  }
}
