// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.segue.fixtures.Jvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.foreign.ValueLayout;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Processes of several users on one channel. Only the superuser can start them, by number, so the
/// users need no accounts.
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class SeveralUsersTest extends InScratch {

  private static final String GROUP = "1999999001";
  private static final String ALICE = "1999999011";
  private static final String BOB = "1999999012";

  /// A user outside the group.
  private static final String EVE = "1999999013";

  private Path classes;

  /// One process of a user, which runs one command per line: see {@link Peer}.
  private final class User implements AutoCloseable {
    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    User(String user) throws IOException {
      String groups = user.equals(EVE) ? "--clear-groups" : "--groups=" + GROUP;
      List<String> command = new ArrayList<>();
      command.addAll(List.of("setpriv", "--reuid=" + user, "--regid=" + user, groups));
      List<String> flags = List.of("-XX:-UsePerfData", "-Xmx64m", "-cp", classes.toString());
      command.addAll(Jvm.command(flags, Peer.class, List.of(path.toString())));
      process = Jvm.start(command);
      commands = process.outputWriter();
      answers = process.inputReader();
    }

    String run(String command) throws IOException {
      commands.write(command + "\n");
      commands.flush();
      return String.valueOf(answers.readLine());
    }

    void kill() {
      process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
      kill();
    }
  }

  /// The main class of the processes. It answers each command with one line, which names any
  /// failure.
  public static final class Peer {

    private Peer() {}

    /// Runs the commands from the standard input.
    ///
    /// @param arguments the path of the channel
    /// @throws IOException when the input cannot be read
    public static void main(String[] arguments) throws IOException {
      Path path = Path.of(arguments[0]);
      try (Session session = new Session(path)) {
        BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
          String answer;
          try {
            answer = session.run(line);
          } catch (TransportException e) {
            answer = e.kind() + ": " + e.getMessage();
          }
          System.out.println(answer);
        }
      }
    }
  }

  /// A channel of one process and its members.
  private static final class Session implements AutoCloseable {
    private final Path path;
    private @Nullable Channel channel;
    private @Nullable Publisher publisher;
    private @Nullable Subscriber subscriber;

    Session(Path path) {
      this.path = path;
    }

    String run(String command) {
      switch (command) {
        case "create" ->
            channel =
                Channel.create(
                    path, ChannelConfig.defaults().withTopology(Topology.QUEUE).withGroup(GROUP));
        case "open" -> channel = Channel.open(path, GROUP);
        case "open alone" -> channel = Channel.open(path);
        case "publish" -> publisher = open().addPublisher();
        case "subscribe" -> subscriber = open().addSubscriber();
        case "send" -> {
          return String.valueOf(Objects.requireNonNull(publisher).offer(Numbers.message(7)));
        }
        case "receive" -> {
          int[] number = {-1};
          Objects.requireNonNull(subscriber)
              .poll(m -> number[0] = m.get(ValueLayout.JAVA_INT, 0), 1, Duration.ofMinutes(5));
          return String.valueOf(number[0]);
        }
        case "members" -> {
          return String.valueOf(open().members().size());
        }
        case "unlink" -> open().unlink();
        default -> throw new IllegalArgumentException(command);
      }
      return "done";
    }

    private Channel open() {
      return Objects.requireNonNull(channel);
    }

    @Override
    public void close() {
      if (channel != null) {
        channel.close();
      }
    }
  }

  @BeforeEach
  void requireSuperuser() throws Exception {
    Path probe = scratch.path("probe");
    Files.createFile(probe);
    assumeTrue(
        Files.getAttribute(probe, "unix:uid").equals(0),
        "only the superuser can start processes of others");
    assumeTrue(isRunnable("setpriv", "--version"), "there is no setpriv");
    // Like /dev/shm: every user may create files, and only the owner may delete them.
    Files.setAttribute(scratch.directory(), "unix:mode", 01777);
    classes = Files.createDirectory(scratch.path("classes"));
    copyClasses(Channel.class);
    copyClasses(SeveralUsersTest.class);
    permitAll();
  }

  private static boolean isRunnable(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectErrorStream(true)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /// Other users might have no access to the build directory.
  private void copyClasses(Class<?> member) throws IOException, URISyntaxException {
    Path source = Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".class")).toList()) {
        Path copy = classes.resolve(source.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private void permitAll() throws IOException {
    try (Stream<Path> copies = Files.walk(classes)) {
      for (Path copy : copies.toList()) {
        Files.setPosixFilePermissions(
            copy,
            PosixFilePermissions.fromString(Files.isDirectory(copy) ? "rwxr-xr-x" : "rw-r--r--"));
      }
    }
  }

  @Test
  void membersOfTheGroupExchangeMessages() throws Exception {
    try (User alice = new User(ALICE);
        User bob = new User(BOB)) {
      assertEquals("done", alice.run("create"));
      assertEquals("done", alice.run("subscribe"));
      assertEquals("done", bob.run("open"));
      // Bob creates the lane of the second publisher, and Alice reads it.
      assertEquals(List.of("done", "true"), List.of(alice.run("publish"), alice.run("send")));
      assertEquals(List.of("done", "true"), List.of(bob.run("publish"), bob.run("send")));
      assertEquals(List.of("7", "7"), List.of(alice.run("receive"), alice.run("receive")));
      assertEquals("3", alice.run("members"));
      bob.kill();
      assertEquals("2", alice.run("members"));
    }
  }

  @Test
  void usersOutsideTheGroupAreRefused() throws Exception {
    try (User alice = new User(ALICE);
        User bob = new User(BOB);
        User eve = new User(EVE)) {
      assertEquals(
          "ACCESS_DENIED: "
              + EVE
              + " cannot create files of the group "
              + GROUP
              + ": only its"
              + " members can",
          eve.run("create"));
      assertEquals(Set.of(scratch.path("probe"), classes), scratch.filesIn(""));
      assertEquals("done", alice.run("create"));
      assertEquals(
          "ACCESS_DENIED: "
              + path
              + " is open to members of the group %s, and this process of %s is not one: add the user, and start the process in a new session"
                  .formatted(GROUP, EVE),
          eve.run("open"));
      assertEquals(
          "ACCESS_DENIED: "
              + path
              + " belongs to %s, not to %s: only its owner can use a channel, unless its group (%s) is named when it is opened"
                  .formatted(ALICE, BOB, GROUP),
          bob.run("open alone"));
      assertEquals("done", bob.run("open"));
    }
  }

  @Test
  void onlyTheOwnerUnlinksInAStickyDirectory() throws Exception {
    try (User alice = new User(ALICE);
        User bob = new User(BOB)) {
      assertEquals("done", alice.run("create"));
      assertEquals("done", bob.run("open"));
      assertEquals(
          "ACCESS_DENIED: "
              + path
              + " belongs to %s, and only its owner can delete it, because %s has the sticky bit"
                  .formatted(ALICE, scratch.directory()),
          bob.run("unlink"));
      assertEquals("done", alice.run("unlink"));
      assertTrue(Files.notExists(path));
    }
  }

  @Test
  void everyMemberUnlinksInAGroupDirectory() throws Exception {
    Files.setAttribute(scratch.directory(), "unix:gid", Integer.parseInt(GROUP));
    Files.setAttribute(scratch.directory(), "unix:mode", 0775);
    try (User alice = new User(ALICE);
        User bob = new User(BOB)) {
      assertEquals("done", alice.run("create"));
      assertEquals("done", bob.run("open"));
      assertEquals("done", bob.run("unlink"));
      assertTrue(Files.notExists(path));
    }
  }
}
