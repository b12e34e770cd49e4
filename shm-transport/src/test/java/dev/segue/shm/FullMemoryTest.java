// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A full memory file system of 1 MiB, in the mount namespace of a child JVM, so that the mount
/// ends with it. Skipped where mounting is not permitted.
@Timeout(600)
class FullMemoryTest extends InScratch {

  private static final String MOUNT =
      "mount -t tmpfs -o size=1m segue-test \"$1\" && shift && exec \"$@\"";

  /// Fills the file system with channels, and prints which operations fail.
  static final class Filler {

    private static final ChannelConfig CONFIG =
        ChannelConfig.defaults()
            .withTopology(Topology.BROADCAST)
            .withMaxMembers(6)
            .withLaneCapacity(300_000);

    private Filler() {}

    private static void tell(String what, Runnable action) {
      try {
        action.run();
        System.out.println(what + ": done");
      } catch (TransportException e) {
        System.out.println(what + ": " + e.kind() + " " + e.getMessage());
      }
    }

    private static void receive(Subscriber subscriber, int number) {
      boolean[] right = new boolean[1];
      subscriber.poll(m -> right[0] = Messages.matches(m, number, 5000), 1);
      if (!right[0]) {
        throw new AssertionError("not there, or not right: number=" + number);
      }
    }

    public static void main(String[] arguments) throws IOException {
      Path directory = Path.of(arguments[0]);
      try (Channel channel = Channel.create(directory.resolve("first"), CONFIG)) {
        Publisher publisher = channel.addPublisher();
        List<Subscriber> subscribers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          tell("subscriber", () -> subscribers.add(channel.addSubscriber()));
        }
        Files.write(directory.resolve("rest"), new byte[100_000]);
        // Only a few pages are left: members still send and receive.
        for (int i = 0; i < 1000; i++) {
          int number = i;
          if (!publisher.offer(Messages.message(number, 5000))) {
            throw new AssertionError("no room");
          }
          for (Subscriber subscriber : subscribers) {
            receive(subscriber, number);
          }
        }
        tell(
            "create",
            () -> Channel.create(directory.resolve("second"), CONFIG.withTopology(Topology.PAIR)));
        tell("subscriber", () -> subscribers.add(channel.addSubscriber()));
        try (Stream<Path> files = Files.list(directory)) {
          System.out.println(files.map(file -> file.getFileName().toString()).sorted().toList());
        }
        // The advice of the message helps.
        Files.delete(directory.resolve("rest"));
        subscribers.removeFirst().close();
        publisher.offer(Messages.message(0, 8)); // Here it gives up the lane at the latest.
        tell("subscriber", () -> subscribers.add(channel.addSubscriber()));
      }
    }
  }

  /// Runs a program where the directory is a small file system, and returns what it prints.
  private static String output(List<String> command) throws Exception {
    List<String> all = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", MOUNT, "sh"));
    all.addAll(command);
    try {
      Jvm.Ended ended = Jvm.run(all);
      return ended.exitCode() == 0 ? ended.output() : "failed: " + ended.output();
    } catch (IOException e) {
      Assumptions.abort("there is no `unshare` here: " + e.getMessage());
      throw e;
    }
  }

  @Test
  void fullFileSystemIsReportedAndMembersContinue() throws Exception {
    String directory = scratch.directory().toString();
    String permitted = output(List.of(directory, "true"));
    Assumptions.assumeTrue(permitted.isEmpty(), "mounting is not permitted here: " + permitted);
    List<String> command = new ArrayList<>(List.of(directory));
    command.addAll(ChildJvm.command(Filler.class, List.of(directory)));
    String printed = output(command);
    List<String> lines = printed.lines().toList();
    String advice = ": unlink channels that are not used, or choose a smaller capacity";
    assertEquals(7, lines.size(), printed);
    assertEquals(Collections.nCopies(3, "subscriber: done"), lines.subList(0, 3), printed);
    for (String line : lines.subList(3, 5)) {
      assertTrue(line.contains(": NO_SPACE no space for 307200 bytes at " + directory), printed);
      assertTrue(line.endsWith("(file system full)" + advice), printed);
    }
    assertEquals("[first, rest]", lines.get(5), printed);
    assertEquals("subscriber: done", lines.get(6), printed);
  }
}
