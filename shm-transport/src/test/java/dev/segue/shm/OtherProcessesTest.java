// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.numbers;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Concurrent actions of other processes, and the state that they leave when they die.
@Timeout(600)
class OtherProcessesTest extends InScratch {

  private static final ChannelConfig CONFIG =
      ChannelConfig.defaults().withLaneCapacity(4000).withMemberTimeout(Duration.ZERO);
  private static final int CREATORS = 4;

  /// The offset of the process id in the first member's entry, see docs/shm-protocol.md.
  private static final long PROCESS_ID = 4096 + 16;

  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endProcesses() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  /// Another process.
  static final class Peer {
    public static void main(String[] arguments) throws Exception {
      Path path = Path.of(arguments[1]);
      switch (arguments[0]) {
        case "create" -> inTurns(() -> Channel.create(path, CONFIG).close());
        case "openOrCreate" -> inTurns(() -> Channel.openOrCreate(path, CONFIG).close());
        case "publish" -> {
          Publisher publisher = Channel.open(path).addPublisher();
          numbers(0, 10).forEach(n -> send(publisher, n));
          say("published");
          int _ = System.in.read(); // until it is killed
        }
        case "lock" -> {
          assertNotNull(LockFile.open(path.resolve("locks"), Access.OWNER).tryLock(0));
          say("locked");
          int _ = System.in.read(); // until it is killed
        }
        default -> throw new AssertionError(arguments[0]);
      }
    }

    /// Does this for each command.
    private static void inTurns(Runnable action) throws IOException {
      say("ready");
      while (System.in.read() >= 0) {
        try {
          action.run();
          say("done");
        } catch (TransportException e) {
          say(e.kind() + " " + e.getMessage());
        }
      }
    }

    private static void say(String what) {
      System.out.println(what);
      System.out.flush();
    }
  }

  private Process start(String role, String expected) throws IOException {
    Process process = ChildJvm.start(Peer.class, List.of(role, path.toString()), List.of());
    started.add(process);
    assertEquals(expected, process.inputReader().readLine());
    return process;
  }

  private static void kill(Process process) throws InterruptedException {
    assertTrue(process.destroyForcibly().waitFor(5, TimeUnit.MINUTES));
  }

  private List<String> race(List<Process> processes) throws IOException {
    for (Process process : processes) {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    }
    List<String> said = new ArrayList<>();
    for (Process process : processes) {
      said.add(process.inputReader().readLine());
    }
    return said;
  }

  private List<Process> startAll(String role) throws IOException {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < CREATORS; i++) {
      processes.add(start(role, "ready"));
    }
    return processes;
  }

  private void assertNothingIsLeft() throws IOException {
    try (Stream<Path> files = Files.list(scratch.directory())) {
      assertEquals(List.of(), files.toList());
    }
  }

  @Test
  void oneOfSeveralCreatorsWinsAndOthersGetARemedy() throws Exception {
    List<Process> creators = startAll("create");
    for (int turn = 0; turn < 20; turn++) {
      List<String> said = new ArrayList<>(race(creators));
      assertTrue(said.remove("done"), said::toString);
      for (String other : said) {
        assertEquals(
            "ALREADY_EXISTS " + path + " already exists: open it, or unlink it first", other);
      }
      try (Channel channel = Channel.open(path)) {
        send(channel.addPublisher(), turn);
        assertReceives(List.of(turn), channel.addSubscriber());
      }
      Channel.unlink(path);
      assertNothingIsLeft();
    }
  }

  @Test
  void racingOpenersShareOneChannel() throws Exception {
    List<Process> openers = startAll("openOrCreate");
    for (int turn = 0; turn < 20; turn++) {
      for (String said : race(openers)) {
        assertEquals("done", said);
      }
      Channel.unlink(path);
      assertNothingIsLeft();
    }
  }

  private void overwriteProcessId(long id) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(0, id);
    try (FileChannel control =
        FileChannel.open(path.resolve("channel"), StandardOpenOption.WRITE)) {
      assertEquals(Long.BYTES, control.write(bytes, PROCESS_ID));
    }
  }

  /// Process ids are for diagnostics only: dead members are detected by locks, which the kernel
  /// releases.
  @Test
  void reusedProcessIdDoesNotKeepAMemberAlive() throws Exception {
    try (Channel channel = Channel.create(path, CONFIG)) {
      Process peer = start("publish", "published");
      overwriteProcessId(ProcessHandle.current().pid());
      TransportException e = assertThrows(TransportException.class, channel::addPublisher);
      assertEquals(Kind.IN_USE, e.kind());
      kill(peer);
      Publisher publisher = channel.addPublisher();
      send(publisher, 10);
      assertReceives(numbers(0, 11), channel.addSubscriber());
      assertEquals(2, channel.members().size());
    }
  }

  @Test
  void unusedProcessIdDoesNotMarkAMemberDead() throws Exception {
    try (Channel channel = Channel.create(path, CONFIG)) {
      Process peer = start("publish", "published");
      assertEquals(peer.pid(), channel.members().getFirst().processId());
      overwriteProcessId(Integer.MAX_VALUE);
      TransportException e = assertThrows(TransportException.class, channel::addPublisher);
      assertEquals(Kind.IN_USE, e.kind());
      assertEquals(
          path
              + " takes one publisher at a time, and has one that is alive (process "
              + Integer.MAX_VALUE
              + "): close it, or create the channel as a queue",
          e.getMessage());
      assertEquals(1, channel.members().size());
    }
  }

  @Test
  void lockOfADeadProcessIsReleased() throws Exception {
    try (Channel channel = Channel.create(path, CONFIG)) {
      Process peer = start("lock", "locked");
      FutureTask<Publisher> joining = new FutureTask<>(channel::addPublisher);
      Thread thread = Thread.ofPlatform().start(joining);
      Threads.awaitWaitingForLock(thread);
      assertFalse(joining.isDone(), "nobody joins while another changes the tables");
      kill(peer);
      send(joining.get(5, TimeUnit.MINUTES), 1);
      assertReceives(List.of(1), channel.addSubscriber());
    }
  }
}
