// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/// The measuring process: round trips back to back, round trips on a schedule, and as many one-way
/// messages as possible.
///
/// On the schedule, the latency of a round trip counts from when it was due, so a delay also counts
/// for the following ones.
final class Client {

  private static final long SECOND = 1_000_000_000;
  private static final long LONGEST = 60 * SECOND;
  private static final long LONGEST_WARM_UP = 10 * SECOND;
  private static final int WARM_ROUND_TRIPS = 30_000;
  private static final int DIGITS = 3;
  private static final int BETWEEN_LOOKS = 64;
  private static final long BYTES_BETWEEN_LOOKS = 1 << 20;

  private final Wire wire;
  private final int length;
  private final long nanos;
  private final long interval;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Histogram inTurn = new Histogram(LONGEST, DIGITS);
  private final Histogram due = new Histogram(LONGEST, DIGITS);
  private long stamp = 1;

  private Client(Wire wire, int length, long nanos, long interval) {
    this.interval = interval;
    this.wire = wire;
    this.length = length;
    this.nanos = nanos;
  }

  public static void main(String[] args) throws IOException {
    Contestant contestant = Contestant.of(args[0]);
    Content content = Content.of(args[2]);
    int length = content.mostBytes();
    long nanos = Long.parseLong(args[3]) * SECOND / 1000;
    try (Wire wire = contestant.open(true, Path.of(args[1]), content)) {
      long interval = interval(contestant, length);
      Measurement measurement = new Client(wire, length, nanos, interval).run(contestant);
      content.check();
      System.out.println(measurement.csv());
    }
  }

  private Measurement run(Contestant contestant) {
    warmUp();
    inTurn.reset();
    long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
    roundTrips(nanos);
    double allocated = threads.getCurrentThreadAllocatedBytes() - allocatedBefore;
    timetable(nanos / 4);
    due.reset();
    timetable(nanos);
    double messagesPerSecond = 0;
    if (contestant != Contestant.FLAG) {
      oneWay(nanos);
      messagesPerSecond = oneWay(nanos);
    }
    wire.send(Server.END);
    return new Measurement(
        contestant.key,
        length,
        inTurn.getValueAtPercentile(50),
        inTurn.getValueAtPercentile(99),
        inTurn.getValueAtPercentile(99.9),
        inTurn.getMaxValue(),
        due.getValueAtPercentile(50),
        due.getValueAtPercentile(99),
        due.getValueAtPercentile(99.9),
        messagesPerSecond,
        allocated / Math.max(1, inTurn.getTotalCount()));
  }

  /// Runs until the code is compiled, or the time limit is reached.
  private void warmUp() {
    long start = System.nanoTime();
    do {
      roundTrips(nanos);
    } while (inTurn.getTotalCount() < WARM_ROUND_TRIPS
        && System.nanoTime() - start < LONGEST_WARM_UP);
    roundTrips(nanos);
  }

  private void roundTrips(long time) {
    long end = System.nanoTime() + time;
    long before = System.nanoTime();
    while (before - end < 0) {
      roundTrip();
      long after = System.nanoTime();
      inTurn.recordValue(Math.min(LONGEST, after - before));
      before = after;
    }
  }

  private void timetable(long time) {
    long start = System.nanoTime();
    for (long at = start; at - start < time; at += interval) {
      while (System.nanoTime() - at < 0) {
        Thread.onSpinWait();
      }
      roundTrip();
      due.recordValue(Math.min(LONGEST, System.nanoTime() - at));
    }
  }

  /// Returns the interval of the schedule, the same for all transports: slow enough for each of
  /// them on average, and for the blocking one so slow that its receivers fall asleep.
  private static long interval(Contestant contestant, int length) {
    return contestant == Contestant.SEGUE_BLOCKING ? 2_000_000 : 50_000 + 4L * length;
  }

  private void roundTrip() {
    wire.send(stamp);
    long echo = wire.receive();
    if (echo != stamp) {
      throw new IllegalStateException("sent " + stamp + ", but received " + echo);
    }
    stamp++;
  }

  private double oneWay(long time) {
    long messages = 0;
    long looks = Math.max(1, Math.min(BETWEEN_LOOKS, BYTES_BETWEEN_LOOKS / length));
    wire.send(Server.TAKE_IN);
    long start = System.nanoTime();
    while (System.nanoTime() - start < time) {
      for (long i = 0; i < looks; i++) {
        wire.send(stamp++);
      }
      messages += looks;
    }
    wire.send(Server.ECHO);
    if (wire.receive() != Server.ECHO) {
      throw new IllegalStateException("received an unexpected echo");
    }
    return messages * (double) SECOND / (System.nanoTime() - start);
  }
}
