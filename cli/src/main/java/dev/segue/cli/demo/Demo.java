// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.cli.demo.Message.Data;
import dev.segue.cli.demo.Message.Goodbye;
import dev.segue.cli.demo.Message.HowMany;
import dev.segue.cli.demo.Message.Ready;
import dev.segue.cli.demo.Message.Tally;
import dev.segue.cli.terminal.LiveLine;
import dev.segue.compression.Codec;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// The phases of the demo in the first JVM: warm up in both modes, measure one way at full speed,
/// then measure round trips one at a time.
final class Demo {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);
  private static final Duration LONGEST_ROUND_TRIP = LONGEST_WAIT.plusSeconds(5);
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final int MESSAGES_BETWEEN_LOOKS = 64;

  private final Route route;
  private final Volume volume;
  private final PrintWriter out;
  private final Interruption interruption;
  private final Serializer serializer = Message.serializer();
  private final DemoMessages demoMessages;
  private final Progress progress = new Progress();
  private long number;

  Demo(Route route, Volume volume, PrintWriter out, Interruption interruption) {
    this.route = route;
    this.volume = volume;
    this.out = out;
    this.interruption = interruption;
    this.demoMessages = new DemoMessages(serializer, route.sizeBytes());
  }

  /// Runs all phases and cleans up.
  ///
  /// @return the measured values
  /// @throws DemoFailure if the demo is interrupted, the child dies, or a message arrives changed
  Result run() {
    try (Workspace workspace = Workspace.create()) {
      workspace.createChannels(route.laneCapacity(demoMessages));
      try (Child child = Child.start(workspace, route)) {
        introduce(workspace, child);
        try (LiveLine _ = LiveLine.start(out, progress::text)) {
          return converse(workspace, child);
        }
      }
    }
  }

  private void introduce(Workspace workspace, Child child) {
    out.printf(
        Locale.ROOT,
        """
        Objects from JVM %d to JVM %d and back: %s
          generated code, %s, shared memory in %s
          %,d to %,d bytes a message, each compared on arrival

        """,
        ProcessHandle.current().pid(),
        child.pid(),
        DemoMessages.names(),
        route.compress() ? "zstd level " + Route.LEVEL : "no compression",
        workspace,
        demoMessages.shortestBytes(),
        demoMessages.longestBytes());
    out.flush();
  }

  private Result converse(Workspace workspace, Child child) {
    Patience patience = new Patience(() -> look(child), LONGEST_WAIT);
    @Nullable Codec codec = route.codec();
    try (Arena arena = Arena.ofConfined();
        Channel there = workspace.there();
        Channel back = workspace.back();
        Publisher publisher = there.addPublisher();
        Subscriber subscriber = back.addSubscriber()) {
      long scratchBytes = Route.scratchBytes(demoMessages);
      DemoSender send =
          new DemoSender(publisher, serializer, codec, arena.allocate(scratchBytes), patience);
      DemoReceiver receive =
          new DemoReceiver(subscriber, serializer, codec, arena.allocate(scratchBytes), patience);
      if (!(receive.receive() instanceof Ready)) {
        throw new DemoFailure("the other JVM did not report that it is ready");
      }
      progress.begin("warming up, one way");
      oneWay(volume.warmUpOneWay(), send, receive);
      progress.begin("warming up, there and back");
      roundTrips(volume.warmUpRoundTrips(), send, receive);
      progress.begin("one way");
      Result.OneWay oneWay = oneWay(volume.oneWay(), send, receive);
      progress.begin("there and back");
      Histogram roundTripNanos = roundTrips(volume.roundTrips(), send, receive);
      send.send(new Goodbye(number));
      child.awaitEnd();
      return new Result(oneWay, roundTripNanos);
    }
  }

  private Result.OneWay oneWay(Volume.Phase phase, DemoSender send, DemoReceiver receive) {
    askHowMany(0, send, receive);
    long rawBefore = send.rawBytes();
    long sentBefore = send.sentBytes();
    long allocatedBefore = Allocation.bytes();
    long start = System.nanoTime();
    long messages = 0;
    while (messages < phase.messages() && !isOver(phase, messages, start)) {
      send.send(demoMessages.get(number++, false));
      progress.done(++messages);
    }
    long allocated = Allocation.bytes() - allocatedBefore;
    long raw = send.rawBytes() - rawBefore;
    long sent = send.sentBytes() - sentBefore;
    Tally tally = askHowMany(messages, send, receive);
    long nanos = System.nanoTime() - start;
    if (tally.received() != messages) {
      throw new DemoFailure(
          "%d messages were sent, but %d arrived".formatted(messages, tally.received()));
    }
    return new Result.OneWay(messages, nanos, raw, sent, allocated, tally.allocatedBytes());
  }

  private static Tally askHowMany(long sent, DemoSender send, DemoReceiver receive) {
    send.send(new HowMany(sent));
    if (receive.receive() instanceof Tally tally) {
      return tally;
    }
    throw new DemoFailure("the other JVM did not report how many messages arrived");
  }

  private Histogram roundTrips(Volume.Phase phase, DemoSender send, DemoReceiver receive) {
    Histogram nanos = new Histogram(LONGEST_ROUND_TRIP.toNanos(), SIGNIFICANT_DIGITS);
    long start = System.nanoTime();
    long trips = 0;
    while (trips < phase.messages() && !isOver(phase, trips, start)) {
      long sent = System.nanoTime();
      send.send(demoMessages.get(number, true));
      if (!(receive.receive() instanceof Data data)) {
        throw new DemoFailure("message " + number + " did not come back");
      }
      demoMessages.check(data, number++);
      nanos.recordValue(System.nanoTime() - sent);
      progress.done(++trips);
    }
    return nanos;
  }

  private boolean isOver(Volume.Phase phase, long messages, long start) {
    if (messages % MESSAGES_BETWEEN_LOOKS != 0) {
      return false;
    }
    requireUninterrupted();
    return System.nanoTime() - start >= phase.nanos();
  }

  private void look(Child child) {
    requireUninterrupted();
    if (!child.isAlive()) {
      if (interruption.isRequestedSoon()) {
        requireUninterrupted();
      }
      throw new DemoFailure(child.obituary() + afterMessages());
    }
  }

  private void requireUninterrupted() {
    if (interruption.isRequested()) {
      throw new DemoFailure("interrupted" + afterMessages());
    }
  }

  private String afterMessages() {
    return String.format(Locale.ROOT, " (after %,d messages)", number);
  }
}
