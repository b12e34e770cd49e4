// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
@EnabledOnOs(OS.LINUX)
class DriverDirectoriesTest {

  private static final String CNC = "cnc.dat";
  private static final AeronConfig CONFIG = AeronConfig.of("aeron:ipc").withTermLength(1 << 16);

  private final List<Path> copies = new ArrayList<>();
  private AeronTransport living;
  private Path directory;

  @BeforeEach
  void open() {
    living = AeronTransport.open(CONFIG);
    directory = living.aeronDirectory();
  }

  @AfterEach
  void close() throws IOException {
    living.close();
    for (Path copy : copies) {
      Files.deleteIfExists(copy.resolve(CNC));
      Files.deleteIfExists(copy.resolve("nested").resolve("log"));
      Files.deleteIfExists(copy.resolve("nested"));
      Files.deleteIfExists(copy);
    }
  }

  /// Creates a directory like that of a driver that has just been killed.
  private Path leaveBehind(String name) throws IOException {
    Path copy = Path.of(name);
    copies.add(copy);
    Files.createDirectory(copy);
    Files.copy(directory.resolve(CNC), copy.resolve(CNC));
    Files.createDirectory(copy.resolve("nested"));
    Files.write(copy.resolve("nested").resolve("log"), new byte[100]);
    return copy;
  }

  private static long endedProcess() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    return process.pid();
  }

  @Test
  void directoriesOfEndedProcessesAreDeleted() throws Exception {
    String here = DriverDirectories.pidNamespace();
    long ended = endedProcess();
    Path dead = leaveBehind(DriverDirectories.name(here, ended));
    Path alive = leaveBehind(DriverDirectories.name(here, ProcessHandle.current().pid()));
    Path elsewhere = leaveBehind(DriverDirectories.name("1", ended));
    DriverDirectories.deleteAbandoned(directory, 3_600_000);
    assertTrue(Files.exists(dead), "its heartbeat is not old yet");
    Thread.sleep(20);
    DriverDirectories.deleteAbandoned(directory, 10);
    assertFalse(Files.exists(dead), "its process has ended");
    assertTrue(Files.exists(alive), "its process lives, and may only be stopped");
    assertTrue(Files.exists(elsewhere), "its process id is of another namespace");
    assertTrue(Files.exists(directory), "it is in use");
  }

  @Test
  void startingADriverDeletesLeftovers() throws Exception {
    Path dead =
        leaveBehind(DriverDirectories.name(DriverDirectories.pidNamespace(), endedProcess()));
    Files.delete(dead.resolve(CNC)); // Killed before it had a heartbeat, so there is no wait.
    try (AeronTransport next = AeronTransport.open(CONFIG)) {
      assertFalse(Files.exists(dead));
      assertTrue(Files.exists(next.aeronDirectory()));
    }
    assertTrue(Files.exists(directory));
  }

  /// Overwrites the control file of a driver, with an older modification time.
  private static void overwrite(Path driver, int version, Duration age) throws IOException {
    Path control = driver.resolve(CNC);
    byte[] content = new byte[(int) Files.size(control)];
    ByteBuffer.wrap(content).order(ByteOrder.nativeOrder()).putInt(0, version);
    Files.write(control, content);
    Files.setLastModifiedTime(control, FileTime.from(Instant.now().minus(age)));
  }

  /// The directory of a driver that was killed while starting, or of another version of Aeron.
  @ParameterizedTest
  @ValueSource(ints = {0, 0x7f00_0000})
  void oldDirectoriesWithoutAHeartbeatAreDeleted(int version) throws Exception {
    Path dead =
        leaveBehind(DriverDirectories.name(DriverDirectories.pidNamespace(), endedProcess()));
    overwrite(dead, version, Duration.ZERO);
    DriverDirectories.deleteAbandoned(directory, Duration.ofDays(1).toMillis());
    assertTrue(Files.exists(dead), "it may be starting");
    overwrite(dead, version, Duration.ofMinutes(1));
    try (AeronTransport _ = AeronTransport.open(CONFIG)) {
      assertFalse(Files.exists(dead));
    }
  }

  @Test
  void nameIdentifiesTheProcess() {
    String name = directory.getFileName().toString();
    assertTrue(name.contains("-segue-"), name);
    assertEquals(
        List.of(DriverDirectories.pidNamespace(), Long.toString(ProcessHandle.current().pid())),
        List.of(name.split("-segue-", 2)[1].split("-")).subList(0, 2));
  }
}
