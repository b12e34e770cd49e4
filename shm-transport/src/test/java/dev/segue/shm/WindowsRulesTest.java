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
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;

/// Channels under the rules of Windows, which does not delete mapped files.
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class WindowsRulesTest extends InScratch {

  private static final ChannelConfig SMALL = ChannelConfig.defaults().withLaneCapacity(4000);
  private static final ChannelConfig BROADCAST = SMALL.withTopology(Topology.BROADCAST);

  private final WindowsRules rules = new WindowsRules();
  private Path channelPath;

  @BeforeEach
  void setRules() {
    channelPath = rules.under(path);
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    Channel.unlinkIfExists(channelPath);
    assertEquals(Set.of(), names(scratch.directory()));
  }

  private static Set<String> names(Path directory) throws IOException {
    Set<String> names = new TreeSet<>();
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            names.add(file.getFileName().toString());
            return FileVisitResult.CONTINUE;
          }
        });
    return names;
  }

  private static long lanes(Path directory) throws IOException {
    return names(directory).stream().filter(name -> name.startsWith("lane-")).count();
  }

  private static String messageOf(Kind kind, Executable action) {
    TransportException e = assertThrows(TransportException.class, action);
    assertEquals(kind, e.kind(), e::toString);
    return String.valueOf(e.getMessage());
  }

  @Test
  void simulatedRulesMatchWindows() throws IOException {
    try (Channel _ = Channel.create(channelPath, SMALL)) {
      assertThrows(AccessDeniedException.class, () -> Files.delete(channelPath.resolve("channel")));
      assertThrows(
          AccessDeniedException.class,
          () -> Files.move(channelPath, channelPath.resolveSibling("other")));
    }
  }

  @Test
  @SuppressWarnings("try") // closed before the channel, which is then gone
  void unlinkedChannelContinuesAndFreesItsPath() throws IOException {
    try (Channel old = Channel.create(channelPath, SMALL);
        Publisher oldPublisher = old.addPublisher();
        Subscriber oldSubscriber = old.addSubscriber()) {
      old.unlink();
      assertFalse(Files.exists(path));
      assertFalse(Channel.unlinkIfExists(channelPath));
      try (Channel next = Channel.create(channelPath, SMALL);
          Publisher publisher = next.addPublisher();
          Subscriber subscriber = next.addSubscriber()) {
        Numbers.send(oldPublisher, 1);
        Numbers.send(publisher, 2);
        assertEquals(List.of(1), Numbers.receive(oldSubscriber));
        assertEquals(List.of(2), Numbers.receive(subscriber));
        assertTrue(messageOf(Kind.IN_USE, next::addPublisher).contains("takes one publisher"));
      }
      oldPublisher.close();
      messageOf(Kind.NOT_FOUND, old::addPublisher);
    }
    assertEquals(Set.of("channel"), namesOfScratch());
  }

  private Set<String> namesOfScratch() throws IOException {
    try (Stream<Path> files = Files.list(scratch.directory())) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  @Test
  void lanesOfLeavingMembersAreDeletedOnceUnmapped() throws IOException {
    try (Channel channel = Channel.create(channelPath, BROADCAST);
        Publisher publisher = channel.addPublisher()) {
      for (int turn = 0; turn < 5; turn++) {
        try (Subscriber one = channel.addSubscriber();
            Subscriber other = channel.addSubscriber()) {
          assertTrue(publisher.awaitSubscribers(2, Duration.ofMinutes(5)));
          Numbers.send(publisher, turn);
          assertEquals(List.of(turn), Numbers.receiveAll(one, 1));
          assertEquals(List.of(turn), Numbers.receiveAll(other, 1));
        }
        Numbers.send(publisher, turn); // Unmaps the lanes.
        assertEquals(0, lanes(path));
      }
    }
  }

  @Test
  void lanesOfQueuesAreRetiredWhileTheyAreMapped() throws IOException {
    try (Channel channel = Channel.create(channelPath, SMALL.withTopology(Topology.QUEUE));
        Subscriber subscriber = channel.addSubscriber()) {
      for (int turn = 0; turn < 5; turn++) {
        try (Publisher one = channel.addPublisher();
            Publisher other = channel.addPublisher()) {
          Numbers.send(one, turn);
          Numbers.send(other, turn);
        }
        assertEquals(List.of(turn, turn), Numbers.receiveAll(subscriber, 2));
      }
      for (int poll = 0; poll < 10; poll++) {
        Numbers.receive(subscriber);
      }
      assertEquals(1, lanes(path));
    }
  }

  @Test
  void requestsAreAnswered() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    try (Responder responder = Responder.open(channelPath, 100, 100)) {
      Thread server =
          Thread.ofPlatform()
              .start(() -> {
                while (!stop.get()) {
                  responder.poll(Doubling.DOUBLING, 10, Duration.ofMillis(20));
                }
              });
      for (int i = 0; i < 3; i++) {
        try (Requester requester = Requester.open(channelPath, 100)) {
          assertEquals(
              2 * i, requester.call(Doubling.WRITER, i, 4, Doubling.READER, Doubling.LONG));
        }
      }
      stop.set(true);
      server.join();
    }
  }

  /// Marks the channel as unlinked, and moves a file away, like a process that is killed in the
  /// middle of unlinking.
  private void beginUnlinking() throws IOException {
    ByteBuffer mark = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, 1);
    try (FileChannel control =
        FileChannel.open(path.resolve("channel"), StandardOpenOption.WRITE)) {
      control.write(mark, 136);
    }
    Files.delete(path.resolve("locks"));
  }

  @Test
  void nextProcessCompletesAnUnfinishedUnlinking() throws IOException {
    Channel.create(channelPath, SMALL).close();
    beginUnlinking();
    messageOf(Kind.NOT_FOUND, () -> Channel.open(channelPath));
    assertTrue(Channel.unlinkIfExists(channelPath));
    assertFalse(Files.exists(path));
    Channel.create(channelPath, SMALL).close();
    beginUnlinking();
    Channel.create(channelPath, SMALL).close();
    beginUnlinking();
    Channel.openOrCreate(channelPath, SMALL).close();
    Channel.unlink(channelPath);
    // What is left if a process dies at the very end.
    SharedFile.createDirectory(channelPath, Access.OWNER);
    messageOf(Kind.NOT_FOUND, () -> Channel.open(channelPath));
    Channel.create(channelPath, SMALL).close();
    messageOf(Kind.ALREADY_EXISTS, () -> Channel.create(channelPath, SMALL));
  }

  @Test
  void replacedFilesAreDetectedWithoutKeys() throws Exception {
    Channel.create(channelPath.resolveSibling("other"), SMALL).close();
    try (Channel channel = Channel.create(channelPath, SMALL);
        Publisher publisher = channel.addPublisher()) {
      Files.move(path, scratch.path("moved")); // By the rules of Linux.
      Files.move(scratch.path("other"), path);
      String message =
          messageOf(
              Kind.NOT_FOUND,
              () -> {
                for (int i = 0; ; i++) {
                  publisher.offer(Numbers.message(i), Duration.ofMillis(10));
                }
              });
      assertTrue(message.contains("deleted or replaced"), message);
    }
    Channel.unlink(channelPath.resolveSibling("moved"));
  }

  private static AclFileAttributeView view(Path file) {
    return Files.getFileAttributeView(file, AclFileAttributeView.class);
  }

  private static void allow(Path file, String user) throws IOException {
    UserPrincipal principal =
        file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user);
    List<AclEntry> entries = new ArrayList<>(view(file).getAcl());
    entries.add(
        AclEntry.newBuilder()
            .setType(AclEntryType.ALLOW)
            .setPrincipal(principal)
            .setPermissions(AclEntryPermission.READ_DATA)
            .build());
    view(file).setAcl(entries);
  }

  @Test
  void filesAreOwnerOnly() throws IOException {
    allow(rules.under(scratch.directory()), "nobody"); // Not inherited by channels.
    Channel.create(channelPath, SMALL).close();
    UserPrincipal self = Files.getOwner(path);
    for (String name : List.of("", "channel", "locks")) {
      Path file = name.isEmpty() ? channelPath : channelPath.resolve(name);
      List<AclEntry> entries = view(file).getAcl();
      assertEquals(List.of(self), entries.stream().map(AclEntry::principal).toList());
      allow(file, "nobody");
      assertEquals(
          file
              + " is open to others than its owner, and a channel must not be: remove the access of"
              + " [nobody]",
          messageOf(Kind.ACCESS_DENIED, () -> Channel.open(channelPath)));
      view(file).setAcl(List.of());
      assertTrue(
          messageOf(Kind.ACCESS_DENIED, () -> Channel.open(channelPath))
              .startsWith(file + " has no access control list, so everyone can access it"));
      view(file).setAcl(entries);
      view(file)
          .setOwner(
              file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
      assertTrue(
          messageOf(Kind.ACCESS_DENIED, () -> Channel.open(channelPath))
              .startsWith(file + " belongs to nobody, not to "));
      view(file).setOwner(self);
      Channel.open(channelPath).close();
    }
  }

  @Test
  void groupsAreRefused() {
    assertEquals(
        channelPath + " cannot be shared with the group root: its file system has no groups",
        messageOf(Kind.ACCESS_DENIED, () -> Channel.create(channelPath, SMALL.withGroup("root"))));
  }
}
