// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;

/// Channels that a POSIX group shares: their permissions, and the access that is refused. The tests
/// use the group of this user's files; {@link SeveralUsersTest} uses several users.
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
class GroupChannelTest extends InScratch {

  /// A number that is neither a group's nor this user's.
  private static final String STRANGE = "1999999999";

  private String group;

  @BeforeEach
  void findGroup() throws IOException {
    group = attributes(scratch.directory()).group().getName();
  }

  private ChannelConfig shared() {
    return ChannelConfig.defaults().withGroup(group);
  }

  private static PosixFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, PosixFileAttributes.class);
  }

  private static void permit(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static void addMode(Path file, int bits) throws IOException {
    int mode = (Integer) Files.getAttribute(file, "unix:mode");
    Files.setAttribute(file, "unix:mode", mode | bits);
  }

  private static void assertDenied(String message, Executable action) {
    TransportException e = assertThrows(TransportException.class, action);
    assertEquals(message, e.getMessage());
    assertEquals(Kind.ACCESS_DENIED, e.kind());
  }

  @Nested
  class Modes {

    @Test
    void filesAreAccessibleToTheGroupOnly() throws IOException {
      try (Channel channel = Channel.create(path, shared().withTopology(Topology.QUEUE));
          Publisher _ = channel.addPublisher();
          Publisher _ = channel.addPublisher();
          Subscriber _ = channel.addSubscriber()) {
        assertMode("rwxrwx---", path);
        try (Stream<Path> files = Files.list(path)) {
          List<Path> all = files.toList();
          assertEquals(
              4, all.size()); // The control file, the locks, and a lane for each publisher.
          for (Path file : all) {
            assertMode("rw-rw----", file);
          }
        }
      }
    }

    private void assertMode(String permissions, Path file) throws IOException {
      PosixFileAttributes attributes = attributes(file);
      assertEquals(permissions, PosixFilePermissions.toString(attributes.permissions()));
      assertEquals(group, attributes.group().getName());
    }

    @Test
    void filesAreOwnerOnlyByDefault() throws IOException {
      Channel.create(path).close();
      for (Path file : List.of(path, path.resolve("channel"), path.resolve("locks"))) {
        String permissions = PosixFilePermissions.toString(attributes(file).permissions());
        assertTrue(permissions.endsWith("------"), permissions);
      }
    }
  }

  @Nested
  class Opening {

    @Test
    void namesTheGroup() throws IOException {
      Channel.create(path, shared()).close();
      Channel.open(path, group).close();
      Channel.openOrCreate(path, shared()).close();
      try (Channel channel = Channel.awaitOpen(path, Duration.ofMinutes(5), group)) {
        assertEquals(Optional.of(group), channel.config().group());
        assertEquals(shared(), channel.config());
        channel.unlink();
      }
      assertFalse(Files.exists(path));
    }

    @Test
    void unlinkingNeedsTheGroup() throws IOException {
      assertFalse(Channel.unlinkIfExists(path, group));
      Channel.create(path, shared()).close();
      assertThrows(TransportException.class, () -> Channel.unlinkIfExists(path));
      assertTrue(Channel.unlinkIfExists(path, group));
      assertFalse(Files.exists(path));
    }

    @Test
    void groupMayBeGivenByNumber() throws IOException {
      String number = Files.getAttribute(scratch.directory(), "unix:gid").toString();
      Channel.create(path, shared()).close();
      try (Channel channel = Channel.open(path, number)) {
        assertEquals(Optional.of(number), channel.config().group());
      }
    }

    @Test
    void openingWithoutTheGroupIsRefused() throws IOException {
      Channel.create(path, shared()).close();
      String message =
          path
              + " is open to others than its owner, and a channel must not be, unless its group ("
              + group
              + ") is named when it is opened: remove the permissions [GROUP_READ, GROUP_WRITE,"
              + " GROUP_EXECUTE]";
      assertDenied(message, () -> Channel.open(path));
      assertDenied(message, () -> Channel.openOrCreate(path));
      assertDenied(message, () -> Channel.unlink(path));
      Channel.unlink(path, group);
    }

    @Test
    void openingWithAnotherGroupIsRefused() throws IOException {
      Channel.create(path, shared()).close();
      assertDenied(
          path
              + " has the group %s, but the group %s was named: both sides must name the same"
                  .formatted(group, STRANGE),
          () -> Channel.open(path, STRANGE));
    }

    @Test
    void openingAPrivateChannelWithItsGroupIsRefused() {
      Channel.create(path).close();
      assertDenied(
          path
              + " is not open to its group %s: name the group when the channel is created, or do not name it here"
                  .formatted(group),
          () -> Channel.openOrCreate(path, shared()));
    }

    @Test
    void filesThatOthersCanReadAreRefused() throws IOException {
      Channel.create(path, shared()).close();
      Path control = path.resolve("channel");
      permit(control, "rw-rw-r--");
      assertDenied(
          control
              + " is open to others than the group "
              + group
              + ": remove the permissions"
              + " [OTHERS_READ]",
          () -> Channel.open(path, group));
    }

    @Test
    void filesOfAnotherGroupAreRefused() throws IOException {
      Channel.create(path, shared()).close();
      Path locks = path.resolve("locks");
      give(locks);
      assertDenied(
          locks
              + " has the group %s, but the group %s was named: both sides must name the same"
                  .formatted(STRANGE, group),
          () -> Channel.open(path, group));
    }

    /// Changes the group of a file to one of which only the superuser is a member.
    private void give(Path file) throws IOException {
      GroupPrincipal strange =
          file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(STRANGE);
      try {
        Files.getFileAttributeView(file, PosixFileAttributeView.class).setGroup(strange);
      } catch (FileSystemException e) {
        Assumptions.abort("not permitted here: " + e);
      }
    }

    @Test
    void directoryWithStickyBitIsRefused() throws IOException {
      Channel.create(path, shared()).close();
      addMode(path, 01000);
      assertDenied(
          path
              + " has the sticky bit, with which members cannot delete each other's lanes: remove"
              + " it (chmod -t)",
          () -> Channel.open(path, group));
    }

    @Test
    void unknownGroupIsRefused() throws IOException {
      Channel.create(path, shared()).close();
      String message =
          "there is no group no-such group on this system: create it, or name another one";
      assertDenied(message, () -> Channel.open(path, "no-such group"));
      assertDenied(
          message, () -> Channel.create(scratch.path("b"), shared().withGroup("no-such group")));
    }
  }

  @Nested
  class Places {

    @Test
    void parentWhereAnyoneCanReplaceTheChannelIsRefused() throws IOException {
      permit(scratch.directory(), "rwxrwxrwx");
      String message =
          scratch.directory()
              + " lets users outside the group %s replace channels: set its sticky bit (chmod +t), or use another directory"
                  .formatted(group);
      assertDenied(message, () -> Channel.create(path, shared()));
      addMode(scratch.directory(), 01000);
      Channel.create(path, shared()).close();
      permit(scratch.directory(), "rwxrwxrwx"); // Clears the bit.
      assertDenied(message, () -> Channel.open(path, group));
    }

    @Test
    void parentWhereAnyoneCanCreateGroupChannelsIsRefused() throws IOException {
      addMode(scratch.directory(), 03777);
      assertDenied(
          scratch.directory()
              + " lets every user create files of the group %s: clear its set-group-ID bit (chmod g-s), or use another directory"
                  .formatted(group),
          () -> Channel.create(path, shared()));
    }

    @Test
    void parentThatTheGroupCanWriteIsAccepted() throws IOException {
      permit(scratch.directory(), "rwxrwxr-x");
      addMode(scratch.directory(), 02000);
      Channel.create(path, shared()).close();
      Channel.open(path, group).close();
      assertEquals(group, attributes(path).group().getName());
      Channel.unlink(path, group);
      assertFalse(Files.exists(path));
    }

    @Test
    void missingParentIsNamed() {
      TransportException e =
          assertThrows(
              TransportException.class, () -> Channel.create(path.resolve("below"), shared()));
      assertEquals(
          "the directory " + path + " does not exist: create it, or use another path",
          e.getMessage());
    }

    /// A failed creation leaves no files.
    @Test
    void refusedGroupLeavesNoFiles() throws IOException {
      try {
        Channel.create(path, ChannelConfig.defaults().withGroup(STRANGE)).close();
        Channel.unlink(path, STRANGE);
        Assumptions.abort("this user may create files of any group");
      } catch (TransportException e) {
        assertEquals(Kind.ACCESS_DENIED, e.kind());
        assertTrue(
            String.valueOf(e.getMessage())
                .endsWith(
                    " cannot create files of the group " + STRANGE + ": only its members can"),
            e::toString);
      }
      try (Stream<Path> files = Files.list(scratch.directory())) {
        assertEquals(List.of(), files.toList());
      }
    }
  }

  @Test
  @SuppressWarnings("try") // closed before its thread is waited for
  void servicesAnswerInTheGroup() throws Exception {
    ChannelConfig config = shared();
    try (Responder responder = Responder.open(path, config, 100, 100)) {
      Thread server = Thread.ofPlatform().start(() -> responder.serve(Doubling.DOUBLING));
      try (Requester requester = Requester.open(Channel.open(path, group), 100)) {
        assertEquals(8, requester.call(Doubling.WRITER, 4, 4, Doubling.READER, Doubling.LONG));
      } finally {
        responder.close();
        server.join();
      }
    }
  }

  @Test
  void configurationsWithDifferentGroupsAreNotEqual() {
    assertEquals(shared(), shared());
    assertEquals(shared().hashCode(), shared().hashCode());
    assertNotEquals(ChannelConfig.defaults(), shared());
    assertEquals(Optional.empty(), ChannelConfig.defaults().group());
    assertTrue(shared().toString().endsWith(", group=" + group + "]"), shared()::toString);
    assertEquals(shared(), shared().withMaxMembers(9).withMaxMembers(32));
    assertThrows(IllegalArgumentException.class, () -> shared().withGroup(" "));
  }
}
