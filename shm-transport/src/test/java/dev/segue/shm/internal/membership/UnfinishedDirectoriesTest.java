// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Directories that processes left, in a directory that others can write to.
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
@DisabledOnOs(OS.WINDOWS)
class UnfinishedDirectoriesTest {

  private static final ChannelSettings SETTINGS =
      new ChannelSettings(1000, Delivery.QUEUE, 0, 0, 4);

  @TempDir private Path directory;
  private Path path;
  private Path leftover;

  @BeforeEach
  void makeLeftover() throws IOException {
    path = directory.resolve("channel");
    leftover = directory.resolve(".channel.1-2.new");
    SharedFile.createDirectory(leftover, Access.OWNER);
    Files.createFile(leftover.resolve("lane-1"));
    age(leftover);
  }

  private static void age(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
  }

  @AfterEach
  void stopObserving() {
    HaltPoints.observe(_ -> {});
  }

  private static Set<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  /// Returns another channel's directory, as old as a leftover.
  private Path channelElsewhere() throws IOException {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere")).resolve("private");
    ChannelDirectory.create(elsewhere, SETTINGS, Access.OWNER).close();
    age(elsewhere);
    return elsewhere;
  }

  /// Replaces the leftover after its path was checked.
  private void swap(Replacement replacement) {
    Path aside = directory.resolve("aside");
    HaltPoints.observe(store -> {
      if (store.equals("directory deletion") && !Files.exists(aside)) {
        try {
          Files.move(leftover, aside);
          replacement.create(leftover);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    });
  }

  private interface Replacement {
    void create(Path path) throws IOException;
  }

  private static void createFifo(Path fifo) throws IOException {
    assertEquals(
        0, new ProcessBuilder("mkfifo", fifo.toString()).start().onExit().join().exitValue());
  }

  @Test
  void linkInPlaceOfALeftoverIsNotFollowed() throws IOException {
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      assumeTrue(stream instanceof SecureDirectoryStream);
    }
    Path elsewhere = channelElsewhere();
    Set<String> before = names(elsewhere);
    swap(link -> Files.createSymbolicLink(link, elsewhere));
    ChannelDirectory.create(path, SETTINGS, Access.OWNER).close();
    assertTrue(Files.isSymbolicLink(leftover));
    assertEquals(before, names(elsewhere));
  }

  @Test
  void fifoInPlaceOfALeftoverDoesNotBlock() throws IOException {
    swap(UnfinishedDirectoriesTest::createFifo);
    ChannelDirectory.create(path, SETTINGS, Access.OWNER).close();
    assertTrue(Files.exists(leftover));
    assertEquals(Set.of("lane-1"), names(directory.resolve("aside")));
  }

  @Test
  void linkInsideALeftoverIsNotFollowed() throws IOException {
    Path elsewhere = channelElsewhere();
    Set<String> before = names(elsewhere);
    Files.createSymbolicLink(directory.resolve(".channel.3-4.new"), elsewhere);
    ChannelDirectory.create(path, SETTINGS, Access.OWNER).close();
    assertEquals(before, names(elsewhere));
    assertFalse(Files.exists(leftover));
  }

  @Test
  void channelsOfOtherUsersStay() throws IOException {
    try {
      Files.setOwner(
          leftover,
          leftover.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    } catch (FileSystemException e) {
      assumeTrue(false, "only the superuser can give files to others");
    }
    ChannelDirectory.create(path, SETTINGS, Access.OWNER).close();
    assertEquals(Set.of("lane-1"), names(leftover));
  }

  @Test
  void otherFilesInsideLeftoversStay() throws IOException {
    Files.createFile(leftover.resolve("notes"));
    age(leftover);
    ChannelDirectory.create(path, SETTINGS, Access.OWNER).close();
    assertEquals(Set.of("notes"), names(leftover));
  }
}
