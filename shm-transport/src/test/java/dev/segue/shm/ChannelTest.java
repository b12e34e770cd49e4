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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelTest extends InScratch {

  private static final ChannelConfig SMALL = ChannelConfig.defaults().withLaneCapacity(4000);

  private static void assertFails(Kind kind, Executable action) {
    assertEquals(kind, assertThrows(TransportException.class, action).kind());
  }

  @Nested
  class Creating {

    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs POSIX permissions")
    @Test
    void createdFilesAreOwnerOnly() throws IOException {
      Channel.create(path, SMALL).close();
      assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
      try (Stream<Path> files = Files.list(path)) {
        files.forEach(ChannelTest::assertOwnerOnly);
      }
    }

    @Test
    void createRefusesAnExistingPath() throws IOException {
      Channel.create(path, SMALL).close();
      assertFails(Kind.ALREADY_EXISTS, () -> Channel.create(path, SMALL));
      Path file = Files.createFile(scratch.path("file"));
      assertFails(Kind.ALREADY_EXISTS, () -> Channel.create(file, SMALL));
    }

    @Test
    void refusesMissingParent() {
      assertFails(Kind.NOT_FOUND, () -> Channel.create(path.resolve("below"), SMALL));
    }

    @Test
    void createReportsNoSpaceAndLeavesNoFiles() throws IOException {
      ChannelConfig huge = ChannelConfig.defaults().withLaneCapacity(1L << 40);
      assertFails(Kind.NO_SPACE, () -> Channel.create(path, huge));
      try (Stream<Path> files = Files.list(scratch.directory())) {
        assertEquals(0, files.count());
      }
    }

    @Test
    void racingOpenOrCreateCallsShareOneChannel() throws Exception {
      for (int turn = 0; turn < 10; turn++) {
        Path raced = scratch.path("raced-" + turn);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
          Callable<Long> opener =
              () -> {
                try (Channel channel = Channel.openOrCreate(raced, SMALL)) {
                  return channel.maxMessageLength();
                }
              };
          for (Future<Long> opened : threads.invokeAll(Collections.nCopies(4, opener))) {
            assertEquals(4000, opened.get());
          }
        }
        Channel.unlink(raced);
      }
      try (Stream<Path> files = Files.list(scratch.directory())) {
        assertEquals(0, files.count());
      }
    }

    @Test
    void openOrCreateSucceedsDuringUnlinking() throws Exception {
      AtomicBoolean isOver = new AtomicBoolean();
      AtomicInteger removed = new AtomicInteger();
      Callable<Void> remover =
          () -> {
            while (!isOver.get()) {
              removed.addAndGet(Channel.unlinkIfExists(path) ? 1 : 0);
            }
            return null;
          };
      try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
        Future<Void> over = thread.submit(remover);
        try {
          for (int i = 0; i < 200 || removed.get() == 0; i++) {
            Channel.openOrCreate(path, SMALL).close();
          }
        } finally {
          isOver.set(true);
        }
        over.get();
      }
      Channel.unlinkIfExists(path);
    }

    @Test
    void oneOfSeveralRacingCreatorsWins() throws Exception {
      try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
        Callable<Kind> creator =
            () -> {
              try {
                Channel.create(path, SMALL).close();
                return Kind.IO_ERROR;
              } catch (TransportException e) {
                assertTrue(String.valueOf(e.getMessage()).contains("unlink it first"));
                return e.kind();
              }
            };
        int created = 0;
        for (Future<Kind> outcome : threads.invokeAll(Collections.nCopies(4, creator))) {
          created += outcome.get() == Kind.ALREADY_EXISTS ? 0 : 1;
        }
        assertEquals(1, created);
      }
    }

    @Test
    void reportsNoSpaceForAnotherLane() throws IOException {
      ChannelConfig huge =
          ChannelConfig.defaults().withTopology(Topology.BROADCAST).withLaneCapacity(1L << 40);
      try (Channel channel = Channel.create(path, huge);
          Publisher publisher = channel.addPublisher()) {
        TransportException e = assertThrows(TransportException.class, channel::addSubscriber);
        assertEquals(Kind.NO_SPACE, e.kind());
        assertTrue(String.valueOf(e.getMessage()).contains("choose a smaller"), e::toString);
        assertEquals(1, channel.members().size());
        assertEquals(0, channel.lanes().size());
        assertTrue(publisher.offer(Messages.message(1, 10)));
      }
      try (Stream<Path> files = Files.list(path)) {
        assertEquals(2, files.count());
      }
    }

    @Test
    void openOrCreateRefusesAnotherTopology() {
      Channel.create(path, SMALL).close();
      Channel.openOrCreate(path, SMALL).close();
      assertFails(
          Kind.INCOMPATIBLE,
          () -> Channel.openOrCreate(path, SMALL.withTopology(Topology.BROADCAST)));
      assertFails(
          Kind.INCOMPATIBLE, () -> Channel.openOrCreate(path, SMALL.withLaneCapacity(4001)));
    }

    @Test
    void deletesLeftoversOfADeadCreator() throws IOException {
      Path leftover = scratch.path(".channel.1-2.new");
      SharedDirectory.make(leftover);
      Files.createFile(leftover.resolve("lane-1"));
      Channel.create(path, SMALL).close();
      assertTrue(Files.exists(leftover), "it may be at work yet");
      Channel.unlink(path);
      Files.setLastModifiedTime(leftover, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
      Channel.create(path, SMALL).close();
      assertFalse(Files.exists(leftover));
    }

    @Test
    void refusesCapacityOutOfRange() {
      ChannelConfig config = ChannelConfig.defaults();
      assertThrows(IllegalArgumentException.class, () -> config.withLaneCapacity(-1));
      assertThrows(IllegalArgumentException.class, () -> config.withLaneCapacity((1L << 40) + 1));
    }
  }

  @Nested
  class Opening {

    @Test
    void openReadsTheConfiguration() {
      ChannelConfig config =
          SMALL
              .withTopology(Topology.BROADCAST)
              .withSlowSubscriber(SlowSubscriberPolicy.DISCONNECT)
              .withMemberTimeout(Duration.ofMillis(1234))
              .withMaxMembers(5);
      Channel.create(path, config).close();
      try (Channel channel = Channel.open(path)) {
        assertEquals(config, channel.config());
        assertEquals(4000, channel.maxMessageLength());
        assertEquals(path, channel.path());
      }
    }

    @Test
    void openRefusesAMissingPath() {
      assertFails(Kind.NOT_FOUND, () -> Channel.open(path));
    }

    @Test
    void openRefusesOtherFiles() throws IOException {
      Path file = Files.createFile(scratch.path("file"));
      assertFails(Kind.INCOMPATIBLE, () -> Channel.open(file));
      SharedDirectory.make(path);
      Files.createFile(path.resolve("other"));
      assertFails(Kind.INCOMPATIBLE, () -> Channel.open(path));
      SharedFile.create(path.resolve("channel"), 8, Access.OWNER);
      assertFails(Kind.INCOMPATIBLE, () -> Channel.open(path));
    }

    @Test
    void namesBothVersionsWhenTheyDiffer() throws IOException {
      Channel.create(path, SMALL).close();
      overwriteInt(path.resolve("channel"), 8, 77);
      TransportException e = assertThrows(TransportException.class, () -> Channel.open(path));
      assertEquals(Kind.INCOMPATIBLE, e.kind());
      assertEquals(
          path.resolve("channel")
              + " has channel version 77, but this library has version 3: use the same version on both"
              + " sides, or unlink the channel",
          e.getMessage());
    }

    @Test
    void refusesLaneOfAnotherVersion() throws IOException {
      Channel.create(path, SMALL).close();
      overwriteInt(Scratch.file(path, "lane-1"), 8, 77);
      try (Channel channel = Channel.open(path)) {
        TransportException e = assertThrows(TransportException.class, channel::addPublisher);
        assertEquals(Kind.CORRUPT, e.kind());
        assertEquals(
            path
                + " contains invalid data (not a lane: version is 0x4d, not 0x3): unlink it,"
                + " and create it anew",
            e.getMessage());
        assertFails(Kind.CORRUPT, channel::addSubscriber);
      }
    }

    @Test
    void refusesTruncatedFiles() throws IOException {
      Channel.create(path, SMALL).close();
      truncate(Scratch.file(path, "lane-1"), 4096);
      try (Channel channel = Channel.open(path)) {
        assertFails(Kind.CORRUPT, channel::addPublisher);
      }
      truncate(path.resolve("channel"), 4096);
      assertFails(Kind.CORRUPT, () -> Channel.open(path));
      truncate(path.resolve("channel"), 16);
      assertFails(Kind.INCOMPATIBLE, () -> Channel.open(path));
    }

    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "symbolic links need a privilege there")
    @Test
    void followsNoSymbolicLink() throws IOException {
      Channel.create(path, SMALL).close();
      Path link = Files.createSymbolicLink(scratch.path("link"), path);
      assertFails(Kind.ACCESS_DENIED, () -> Channel.open(link));
      Files.move(path.resolve("channel"), scratch.path("moved"));
      Files.createSymbolicLink(path.resolve("channel"), scratch.path("moved"));
      assertFails(Kind.ACCESS_DENIED, () -> Channel.open(path));
    }

    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs POSIX permissions")
    @Test
    void openRefusesFilesThatOthersCanAccess() throws IOException {
      Channel.create(path, SMALL).close();
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
      assertFails(Kind.ACCESS_DENIED, () -> Channel.open(path));
    }
  }

  @Nested
  class Owning {

    /// Changes the owner of a file, which only the superuser can do.
    private void give(Path file) throws IOException {
      try {
        file.getFileSystem()
            .provider()
            .getFileAttributeView(file, PosixFileAttributeView.class)
            .setOwner(
                file.getFileSystem()
                    .getUserPrincipalLookupService()
                    .lookupPrincipalByName("nobody"));
      } catch (UserPrincipalNotFoundException | FileSystemException e) {
        Assumptions.abort("not permitted here: " + e);
      }
    }

    private void assertNotOurs(Path file, Executable action) {
      TransportException e = assertThrows(TransportException.class, action);
      assertEquals(Kind.ACCESS_DENIED, e.kind());
      assertTrue(
          String.valueOf(e.getMessage()).startsWith(file + " belongs to nobody, not to "),
          e::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "channel", "locks"})
    void openDetectsAnotherOwner(String name) throws IOException {
      Channel.create(path, SMALL).close();
      Path file = name.isEmpty() ? path : path.resolve(name);
      give(file);
      assertNotOurs(file, () -> Channel.open(path));
    }

    @Test
    void ownerOfALaneIsCheckedOnMapping() throws IOException {
      try (Channel channel = Channel.create(path, SMALL)) {
        Path lane = Scratch.file(path, "lane-1");
        give(lane);
        assertNotOurs(lane, channel::addPublisher);
        assertNotOurs(lane, channel::addSubscriber);
      }
    }
  }

  @Nested
  class Joining {

    @Test
    void admitsOnePublisherAndOneSubscriber() {
      try (Channel channel = Channel.create(path, SMALL);
          Channel other = Channel.open(path)) {
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = other.addSubscriber();
        assertFails(Kind.IN_USE, channel::addPublisher);
        assertFails(Kind.IN_USE, other::addPublisher);
        assertFails(Kind.IN_USE, channel::addSubscriber);
        publisher.close();
        subscriber.close();
        other.addPublisher().close();
        channel.addSubscriber().close();
      }
    }

    @Test
    void closingTheChannelClosesItsMembers() {
      Channel channel = Channel.create(path, SMALL);
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      channel.close();
      channel.close();
      assertThrows(IllegalStateException.class, () -> publisher.tryClaim(8));
      assertThrows(IllegalStateException.class, () -> subscriber.poll(m -> {}, 1));
      assertThrows(IllegalStateException.class, channel::addPublisher);
      publisher.close();
      subscriber.close();
    }
  }

  @Nested
  class Unlinking {

    @Test
    void unlinkDeletesAllFiles() {
      try (Channel channel = Channel.create(path, SMALL)) {
        channel.unlink();
        assertFalse(Files.exists(path));
        assertFails(Kind.NOT_FOUND, () -> Channel.open(path));
        assertFails(Kind.NOT_FOUND, channel::addPublisher);
      }
    }

    @Test
    void membersContinueAfterUnlinking() {
      try (Channel channel = Channel.create(path, SMALL);
          Publisher publisher = channel.addPublisher();
          Subscriber subscriber = channel.addSubscriber()) {
        Channel.unlink(path);
        assertTrue(publisher.offer(Messages.message(1, 100)));
        assertEquals(1, subscriber.poll(m -> assertTrue(Messages.matches(m, 1, 100)), 10));
      }
    }

    @Test
    void oneOfSeveralThreadsUnlinks() throws Exception {
      for (int turn = 0; turn < 100; turn++) {
        Path raced = scratch.path("raced-" + turn);
        Channel.create(raced, SMALL).close();
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
          Callable<Integer> unlinker =
              () -> {
                try {
                  Channel.unlink(raced);
                  return 1;
                } catch (TransportException e) {
                  assertEquals(Kind.NOT_FOUND, e.kind());
                  return 0;
                }
              };
          int unlinked = 0;
          for (Future<Integer> one : threads.invokeAll(Collections.nCopies(3, unlinker))) {
            unlinked += one.get();
          }
          assertEquals(1, unlinked);
        }
      }
      try (Stream<Path> files = Files.list(scratch.directory())) {
        assertEquals(0, files.count());
      }
    }

    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "files in use are left there")
    @Test
    void failedUnlinkLeavesNoPartOfTheChannel() throws IOException {
      Channel.create(path, SMALL).close();
      Path stranger = Files.createDirectory(path.resolve("stranger"));
      assertFails(Kind.IO_ERROR, () -> Channel.unlink(path));
      assertFails(Kind.NOT_FOUND, () -> Channel.open(path));
      Channel.create(path, SMALL).close();
      assertFalse(Files.exists(stranger));
    }

    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "files in use are left there")
    @Test
    void createSucceedsDespiteUndeletableFiles() throws IOException {
      Channel.create(path, SMALL).close();
      Files.createDirectory(path.resolve("stranger"));
      assertFails(Kind.IO_ERROR, () -> Channel.unlink(path));
      Path leftover;
      try (Stream<Path> files = Files.list(scratch.directory())) {
        leftover = files.findFirst().orElseThrow();
      }
      Files.setLastModifiedTime(leftover, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
      Channel.create(path, SMALL).close();
      assertTrue(Files.exists(leftover.resolve("stranger")));
    }

    @Test
    void unlinkKeepsOtherDirectories() throws IOException {
      SharedDirectory.make(path);
      Files.createFile(path.resolve("lane-1"));
      assertFails(Kind.INCOMPATIBLE, () -> Channel.unlink(path));
      assertTrue(Files.exists(path.resolve("lane-1")));
    }
  }

  private static final class SharedDirectory {
    static void make(Path path) throws IOException {
      SharedFile.createDirectory(path, Access.OWNER);
    }
  }

  private static void assertOwnerOnly(Path file) {
    try {
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void overwriteInt(Path file, long offset, int value) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(0, value);
      assertEquals(4, channel.write(bytes, offset));
    }
  }

  private static void truncate(Path file, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }
}
