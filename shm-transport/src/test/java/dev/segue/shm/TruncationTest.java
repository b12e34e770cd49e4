// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Jvm;
import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.membership.ChannelDirectory;
import dev.segue.shm.internal.os.Access;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A file is truncated while compiled code uses it: every call throws a `TransportException` that
/// names the problem and the remedy.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "mapped files cannot be truncated there")
@Timeout(600)
class TruncationTest extends InScratch {

  private static final ChannelConfig CONFIG =
      ChannelConfig.defaults().withLaneCapacity(100_000).withMemberTimeout(Duration.ZERO);
  private static final int WARM = 30_000;

  private static void truncate(Path file, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  /// A way of using a channel.
  private interface Use {
    void once() throws Exception;
  }

  private static Callable<Throwable> untilItFails(Use use, AtomicLong turns) {
    return () -> {
      try {
        while (true) {
          use.once();
          turns.incrementAndGet();
        }
      } catch (Throwable e) {
        return e;
      }
    };
  }

  private static void assertTold(Throwable thrown) {
    TransportException e = assertInstanceOf(TransportException.class, thrown, thrown::toString);
    assertEquals(Kind.CORRUPT, e.kind(), e::toString);
    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains("was truncated while it was in use: unlink it"), message);
  }

  private static Use sending(Publisher publisher, String way) {
    MemorySegment message = Messages.message(1, 3000);
    return switch (way) {
      case "copy" -> () -> publisher.offer(message);
      case "writer" ->
          () ->
              publisher.offer(
                  (value, destination, offset) -> {
                    MemorySegment.copy(value, 0, destination, offset, 3000);
                    return 3000;
                  },
                  message,
                  3000);
      case "blocking" ->
          () -> {
            Claim claim = publisher.tryClaim(3000, Duration.ofMillis(1));
            if (claim != null) {
              claim.commit(3000);
            }
          };
      default -> throw new AssertionError(way);
    };
  }

  private static Use receiving(Subscriber subscriber, String way) {
    long[] sum = new long[1];
    MessageHandler handler = m -> sum[0] += m.get(ValueLayout.JAVA_LONG, m.byteSize() - 8);
    RawMessageHandler ranges =
        (memory, offset, _) -> sum[0] += memory.get(ValueLayout.JAVA_LONG, offset);
    return switch (way) {
      case "copy" -> () -> subscriber.poll(handler, 10);
      case "writer" -> () -> subscriber.poll(ranges, 1);
      case "blocking" -> () -> subscriber.poll(handler, 10, Duration.ofMillis(1));
      default -> throw new AssertionError(way);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "copy, lane-1", "writer, lane-1", "blocking, lane-1",
    "copy, channel", "writer, channel", "blocking, channel"
  })
  void truncationUnderLoadIsReportedToEveryMember(String way, String file) throws Exception {
    for (int round = 0; round < 4; round++) {
      Path truncated = scratch.path("channel-" + round);
      Channel channel = Channel.create(truncated, CONFIG);
      try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
        AtomicLong sent = new AtomicLong();
        AtomicLong received = new AtomicLong();
        Future<Throwable> sender =
            threads.submit(untilItFails(sending(channel.addPublisher(), way), sent));
        Future<Throwable> receiver =
            threads.submit(untilItFails(receiving(channel.addSubscriber(), way), received));
        while (Math.min(sent.get(), received.get()) < (round + 1) * WARM / 4
            && !sender.isDone()
            && !receiver.isDone()) {
          Thread.sleep(1);
        }
        truncate(Scratch.file(truncated, file), 0);
        assertTold(sender.get());
        assertTold(receiver.get());
      }
      if (file.equals("channel")) {
        assertTold(assertThrows(Throwable.class, channel::close));
      }
      closeAsFarAsTheJdkLets(channel);
      Channel.unlink(truncated);
    }
  }

  /// The file is deleted, so its size cannot be read through its path.
  @ParameterizedTest
  @CsvSource({"copy, lane-1", "writer, lane-1", "blocking, lane-1", "copy, channel"})
  void truncationOfAnUnlinkedChannelIsReported(String way, String file) throws Exception {
    Channel channel = Channel.create(path, CONFIG);
    try (ExecutorService threads = Executors.newFixedThreadPool(2);
        FileChannel truncated =
            FileChannel.open(Scratch.file(path, file), StandardOpenOption.WRITE)) {
      AtomicLong sent = new AtomicLong();
      AtomicLong received = new AtomicLong();
      Future<Throwable> sender =
          threads.submit(untilItFails(sending(channel.addPublisher(), way), sent));
      Future<Throwable> receiver =
          threads.submit(untilItFails(receiving(channel.addSubscriber(), way), received));
      while (Math.min(sent.get(), received.get()) < 100) {
        Thread.sleep(1);
      }
      Channel.unlink(path);
      truncated.truncate(0);
      assertTold(sender.get());
      assertTold(receiver.get());
    }
    if (file.equals("channel")) {
      assertTold(assertThrows(Throwable.class, channel::close));
    }
    closeAsFarAsTheJdkLets(channel);
  }

  /// If the fault hits a thread that enters or leaves a native call, the JDK considers the memory
  /// of that call in use forever; seen once, and not in 360 later rounds.
  private static void closeAsFarAsTheJdkLets(Channel channel) {
    try {
      channel.close();
    } catch (IllegalStateException e) {
      assertTrue(String.valueOf(e.getMessage()).contains("acquired"), e::toString);
    }
  }

  @Test
  void truncationIsReportedToObservers() throws IOException {
    try (Channel channel = Channel.create(path, CONFIG);
        ChannelObserver observer = channel.observer(100)) {
      truncate(path.resolve("channel"), 0);
      List<Throwable> thrown =
          List.of(
              assertThrows(Throwable.class, () -> observer.poll((_, _, _) -> {}, 10)),
              assertThrows(Throwable.class, channel::members),
              assertThrows(Throwable.class, channel::lanes),
              assertThrows(Throwable.class, channel::addPublisher),
              assertThrows(Throwable.class, channel::addSubscriber));
      thrown.forEach(TruncationTest::assertTold);
    }
  }

  /// A JVM with a member of a truncated channel; it runs until its standard input ends.
  static final class Member {
    private Member() {}

    public static void main(String[] arguments) throws IOException {
      Path path = Path.of(arguments[0]);
      Channel channel = Channel.create(path, CONFIG);
      Publisher publisher = channel.addPublisher();
      truncate(path.resolve("channel"), 0);
      int end = System.in.read();
      System.out.println(publisher + " ends: " + end);
      Runtime.getRuntime().halt(0); // Exits without closing the channel, which would fail.
    }
  }

  @Test
  void truncationIsLoggedInOneLineWithARemedy() throws Exception {
    List<String> command = ChildJvm.command(Member.class, List.of(path.toString()));
    Process process = Jvm.startMerged(command);
    try (BufferedReader output = process.inputReader()) {
      String line = output.readLine();
      while (line != null && !line.contains(path + " was truncated")) {
        assertFalse(line.contains("Error"), line);
        line = output.readLine();
      }
      assertTrue(
          String.valueOf(line)
              .endsWith(path + " was truncated while it was in use: unlink it, and create it anew"),
          line);
      process.getOutputStream().close();
      List<String> rest = output.lines().toList();
      assertEquals(1, rest.size(), rest::toString);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /// A lane that is being created may have no length yet.
  @Test
  void unfinishedLaneIsNotReportedAsTruncated() throws IOException {
    try (Channel channel = Channel.create(path, CONFIG);
        ChannelDirectory others = ChannelDirectory.open(path, Access.OWNER)) {
      Publisher publisher = channel.addPublisher();
      String first = Scratch.file(path, "lane-1").getFileName().toString();
      Files.createFile(path.resolve(first.replace("lane-1-", "lane-99-")));
      others.registry().fence(channel.members().getFirst().id());
      MemorySegment message = Messages.message(1, 8);
      TransportException e = assertThrows(TransportException.class, () -> publisher.offer(message));
      assertEquals(Kind.FENCED, e.kind(), e::toString);
    }
  }

  @Test
  void handlerErrorIsNotReportedAsTruncation() {
    try (Channel channel = Channel.create(path, CONFIG)) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      publisher.offer(Messages.message(1, 8));
      InternalError own = new InternalError("the handler's own");
      MessageHandler handler =
          _ -> {
            throw own;
          };
      assertSame(own, assertThrows(InternalError.class, () -> subscriber.poll(handler, 1)));
    }
  }
}
