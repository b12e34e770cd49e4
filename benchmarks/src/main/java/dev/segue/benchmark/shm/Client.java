// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import com.sun.management.ThreadMXBean;
import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.Processes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/// The measuring process: back-to-back round trips, round trips on a schedule, and one-way messages
/// at maximum speed, between two measurements of a bare [Flag].
///
/// On the schedule, the latency of a round trip is measured from its due time, so a delay also
/// counts for the following round trips.
final class Client {
  private static final long MILLI = 1_000_000;

  /// The maximum recorded latency.
  static final long LONGEST = 60_000 * MILLI;

  /// The number of significant digits of latencies.
  static final int DIGITS = 3;

  /// The number of round trips after which the JVM compiles all of their code, and the time for
  /// compiling.
  private static final int WARM_ROUND_TRIPS = 20_000;

  private static final long WARM_NANOS = 400 * MILLI;
  private static final long LONGEST_WARM_NANOS = 1000 * MILLI;
  private static final long SHORT_NANOS = MILLI / 10;
  private static final long FLAG_NANOS = 50 * MILLI;

  private static final int MOST_OVERRUN = 4;

  /// The maximum number of attempts to measure without the processes being moved.
  private static final int ATTEMPTS = 3;

  private static final int BETWEEN_LOOKS = 64;
  private static final long BYTES_BETWEEN_LOOKS = 1 << 20;

  private final ShmLibrary library;
  private final Wire wire;
  private final long nanos;
  private final long interval;
  private final long looks;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Histogram inTurn = new Histogram(LONGEST, DIGITS);
  private final Histogram due = new Histogram(LONGEST, DIGITS);
  private long stamp = 1;

  private Client(ShmLibrary library, Wire wire, long nanos) {
    this.library = library;
    this.wire = wire;
    this.nanos = nanos;
    int length = wire.content.mostBytes();
    interval = interval(library, length);
    looks = Math.max(1, Math.min(BETWEEN_LOOKS, BYTES_BETWEEN_LOOKS / length));
  }

  public static void main(String[] args) throws IOException {
    Processes.endEarly();
    ShmLibrary library = ShmLibrary.of(args[0]);
    Path directory = Path.of(args[1]);
    Content content = Content.of(args[2]);
    long nanos = Long.parseLong(args[3]) * MILLI;
    var flag = new Flag(true, directory.resolve("flag"));
    try (Wire wire = library.open(true, directory, content)) {
      Measurement measurement = new Client(library, wire, nanos).measure(flag);
      content.check();
      measurement.write(directory);
    }
  }

  /// Returns the expected duration, without the start and further attempts.
  static double seconds(ShmLibrary library, int length, long millis) {
    double parts = library == ShmLibrary.FLAG ? 2 : 3;
    double rounds = length >= 1 << 20 ? 3 : length >= 1 << 16 ? 2 : 1;
    double warm = WARM_NANOS * (rounds + 0.25 + (parts - 2) / 2);
    return (warm + 3 * FLAG_NANOS) / 1e9 + parts * millis / 1e3;
  }

  private Measurement measure(Flag flag) throws IOException {
    warmUp();
    wire.send(Server.PAUSE);
    flag.medianNanos(FLAG_NANOS);
    double before = flag.medianNanos(FLAG_NANOS);
    for (int attempt = 1; ; attempt++) {
      flag.roundTrip(Flag.PROCEED);
      Measurement measurement = measure();
      wire.send(Server.PAUSE);
      double after = flag.medianNanos(FLAG_NANOS);
      if (attempt == ATTEMPTS || !Placement.moved(before, after)) {
        flag.roundTrip(Flag.END);
        return measurement.with(ShmResult.FLAG_BEFORE, before).with(ShmResult.FLAG_AFTER, after);
      }
      before = after;
    }
  }

  private Measurement measure() throws IOException {
    inTurn.reset();
    due.reset();
    long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
    roundTrips(nanos);
    double allocated = threads.getCurrentThreadAllocatedBytes() - allocatedBefore;
    timetable(nanos);
    Measurement figures =
        Measurement.none()
            .with("roundTripP50", percentile(inTurn, 50))
            .with("roundTripP99", percentile(inTurn, 99))
            .with("roundTripP999", percentile(inTurn, 99.9))
            .with("dueP50", percentile(due, 50))
            .with("dueP99", percentile(due, 99))
            .with(ShmResult.ALLOCATED, allocated / Math.max(1, inTurn.getTotalCount()));
    return library == ShmLibrary.FLAG ? figures : figures.with(ShmResult.ONE_WAY, oneWay(nanos));
  }

  private static double percentile(Histogram nanos, double percentile) {
    return (double) nanos.getValueAtPercentile(percentile);
  }

  /// Warms up until the code is compiled. The runs are short, so that the JIT compiles whole
  /// methods: code for one running loop would have to be compiled again when measuring begins.
  private void warmUp() throws IOException {
    long start = System.nanoTime();
    do {
      roundTrips(SHORT_NANOS);
    } while (isBefore(start + WARM_NANOS)
        || (inTurn.getTotalCount() < WARM_ROUND_TRIPS && isBefore(start + LONGEST_WARM_NANOS)));
    long end = System.nanoTime() + WARM_NANOS / 4;
    do {
      timetable(2 * interval);
    } while (isBefore(end));
    if (library != ShmLibrary.FLAG) {
      end = System.nanoTime() + WARM_NANOS / 4;
      do {
        oneWay(SHORT_NANOS);
      } while (isBefore(end));
      oneWay(WARM_NANOS / 4); // fills the transport
    }
  }

  private static boolean isBefore(long end) {
    return System.nanoTime() - end < 0;
  }

  private void roundTrips(long time) throws IOException {
    long before = System.nanoTime();
    long end = before + time;
    while (before - end < 0) {
      roundTrip();
      long after = System.nanoTime();
      inTurn.recordValue(Math.min(LONGEST, after - before));
      before = after;
    }
  }

  /// Sends the messages that are due within a given time, and gives up if this takes many times as
  /// long.
  private void timetable(long time) throws IOException {
    long start = System.nanoTime();
    long now = start;
    for (long at = start; at - start < time && now - start < MOST_OVERRUN * time; at += interval) {
      while (System.nanoTime() - at < 0) {
        Thread.onSpinWait();
      }
      roundTrip();
      now = System.nanoTime();
      due.recordValue(Math.min(LONGEST, now - at));
    }
  }

  /// Returns the interval of the schedule, the same for all transports: slow enough for each of
  /// them on average, and for the blocking transport so slow that its receivers fall asleep.
  private static long interval(ShmLibrary library, int length) {
    return library == ShmLibrary.SEGUE_BLOCKING ? 2_000_000 : 50_000 + 4L * length;
  }

  private void roundTrip() throws IOException {
    wire.send(stamp);
    long echo = wire.receive();
    if (echo != stamp) {
      throw new IllegalStateException("sent " + stamp + ", but received " + echo);
    }
    stamp++;
  }

  /// Returns messages per second.
  private double oneWay(long time) throws IOException {
    long messages = 0;
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
    return messages * 1e9 / (System.nanoTime() - start);
  }
}
