// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.Processes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// Measures whether it is worthwhile for a consumer to take ownership of the cache lines of
/// messages that it has read, so that the producer gets each line from one owner. Uses a bare ring
/// between two processes, in one direction.
///
///     java -cp benchmarks/target/benchmarks.jar dev.segue.benchmark.shm.LineOwnership
public final class LineOwnership {
  /// The treatment of a message's cache lines, besides being written by the producer and read by
  /// the consumer.
  private enum Treatment {
    NOTHING,
    /// The consumer rewrites the first word of each line before it reads the message.
    CONSUMER_STORES_BEFORE,
    /// The consumer rewrites the first word of each line after it has read the message.
    CONSUMER_STORES_AFTER,
    CONSUMER_CLEARS,
    /// The producer stores a word of each line of the next message.
    PRODUCER_STORES_AHEAD,
    /// The producer restarts at the beginning of the ring whenever the ring is empty.
    RESTART_WHEN_EMPTY
  }

  private static final int ROUNDS = 15;
  private static final int WARM_ROUNDS = 3;
  private static final long NANOS = 40_000_000;
  private static final List<Integer> LENGTHS = List.of(4 << 10, 64 << 10, 1 << 20);
  private static final int SLOTS = 16;
  private static final int LINE = 64;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
  private static final long PUBLISHED = 0;
  private static final long RELEASED = 128;

  /// The number of message slots in the ring.
  private static final long PLACES = 512;

  private static final long RING = 4096;
  private static final long BYTES = RING + SLOTS * (1L << 20);

  private LineOwnership() {}

  /// Measures all treatments in turn, and prints the median of each.
  public static void main(String[] args) throws IOException, InterruptedException {
    try (var processes = new Processes()) {
      Measurement measured =
          processes.run(
              List.of(Consumer.class, Producer.class),
              ShmCase.HEAP,
              List.of(processes.directory().toString()),
              Duration.ofMinutes(2));
      System.out.printf(Locale.ROOT, "flag there and back: %.0f ns%n", measured.figure("flag"));
      measured
          .figures()
          .forEach((name, figure) -> {
            if (!name.equals("flag")) {
              System.out.printf(Locale.ROOT, "%-32s %5.1f GB/s%n", name, figure);
            }
          });
    }
  }

  private static void storeAgain(MemorySegment memory, long at, long length) {
    for (long line = at; line < at + length; line += LINE) {
      WORD.setOpaque(memory, line, (long) WORD.getOpaque(memory, line));
    }
  }

  private static long slot(long message, long length) {
    return RING + message % SLOTS * length;
  }

  /// A phase of the measurement: both processes go through the same phases in the same order.
  private interface Phase {
    void run(Treatment treatment, int length, boolean counts) throws IOException;
  }

  private static void forEachPhase(Phase phase) throws IOException {
    for (int length : LENGTHS) {
      for (int round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
        for (Treatment treatment : Treatment.values()) {
          phase.run(treatment, length, round >= WARM_ROUNDS);
        }
      }
    }
  }

  /// Reads a word of each line of each message.
  static final class Consumer {
    private static long sum;

    public static void main(String[] args) throws IOException {
      Processes.endEarly();
      Path directory = Path.of(args[0]);
      var flag = new Flag(false, directory.resolve("flag"));
      MemorySegment memory = SharedFiles.map(false, directory.resolve("ring"), BYTES);
      flag.echo();
      forEachPhase((treatment, length, _) -> {
        flag.echo();
        consume(memory, treatment, length);
      });
      flag.echo();
      if (sum == Long.MIN_VALUE) {
        throw new IllegalStateException("sum=" + sum); // uses the values that were read
      }
    }

    /// Reads messages until the producer publishes the negated number of the last message.
    private static void consume(MemorySegment memory, Treatment treatment, int length) {
      long place = 0;
      for (long message = 0; ; message++, place++) {
        long published;
        do {
          published = (long) WORD.getAcquire(memory, PUBLISHED);
          Thread.onSpinWait();
        } while (published == message);
        if (published < 0 && ~published == message) {
          WORD.setRelease(memory, RELEASED, ~message);
          return;
        }
        if (treatment == Treatment.RESTART_WHEN_EMPTY) {
          place = (long) WORD.getOpaque(memory, PLACES + message % SLOTS * Long.BYTES);
        }
        treat(memory, treatment, slot(place, length), length);
        WORD.setRelease(memory, RELEASED, message + 1);
      }
    }

    private static void treat(MemorySegment memory, Treatment treatment, long at, int length) {
      if (treatment == Treatment.CONSUMER_STORES_BEFORE) {
        storeAgain(memory, at, length);
      }
      for (long line = at; line < at + length; line += LINE) {
        sum += memory.get(ValueLayout.JAVA_LONG, line);
      }
      if (treatment == Treatment.CONSUMER_STORES_AFTER) {
        storeAgain(memory, at, length);
      } else if (treatment == Treatment.CONSUMER_CLEARS) {
        memory.asSlice(at, length).fill((byte) 0);
      }
    }
  }

  /// Copies each message into the ring.
  static final class Producer {
    private static final MemorySegment SOURCE =
        Arena.global().allocate(1 << 20, LINE).fill((byte) 1);

    private static Measurement measurement = Measurement.none();

    public static void main(String[] args) throws IOException {
      Processes.endEarly();
      Path directory = Path.of(args[0]);
      var flag = new Flag(true, directory.resolve("flag"));
      MemorySegment memory = SharedFiles.map(true, directory.resolve("ring"), BYTES);
      flag.medianNanos(NANOS);
      measurement = measurement.with("flag", flag.medianNanos(NANOS));
      flag.roundTrip(Flag.PROCEED);
      long[] phase = {Flag.END};
      Map<Treatment, double[]> rates = new EnumMap<>(Treatment.class);
      for (Treatment treatment : Treatment.values()) {
        rates.put(treatment, new double[ROUNDS]);
      }
      int[] measured = new int[1];
      forEachPhase((treatment, length, counts) -> {
        WORD.setRelease(memory, PUBLISHED, 0L);
        WORD.setRelease(memory, RELEASED, 0L);
        flag.roundTrip(--phase[0]);
        double rate = produce(memory, treatment, length);
        if (counts) {
          Objects.requireNonNull(rates.get(treatment))[measured[0] / rates.size() % ROUNDS] = rate;
          if (++measured[0] % (ROUNDS * rates.size()) == 0) {
            note(length, rates);
          }
        }
      });
      flag.roundTrip(--phase[0]);
      measurement.write(directory);
    }

    private static void note(int length, Map<Treatment, double[]> rates) {
      rates.forEach((treatment, rounds) -> {
        Arrays.sort(rounds);
        measurement = measurement.with((length >> 10) + " KiB " + treatment, rounds[ROUNDS / 2]);
      });
    }

    /// Returns gigabytes per second.
    private static double produce(MemorySegment memory, Treatment treatment, int length) {
      long message = 0;
      long place = 0;
      long released = 0;
      long start = System.nanoTime();
      while (System.nanoTime() - start < NANOS) {
        while (message - released >= SLOTS) {
          released = (long) WORD.getAcquire(memory, RELEASED);
          Thread.onSpinWait();
        }
        if (treatment == Treatment.RESTART_WHEN_EMPTY) {
          released = (long) WORD.getAcquire(memory, RELEASED);
          place = released == message ? 0 : place;
          WORD.setOpaque(memory, PLACES + message % SLOTS * Long.BYTES, place);
        }
        MemorySegment.copy(SOURCE, 0, memory, slot(place, length), length);
        if (treatment == Treatment.PRODUCER_STORES_AHEAD && message + 1 - released < SLOTS) {
          storeAgain(memory, slot(place + 1, length), length);
        }
        message++;
        place++;
        WORD.setRelease(memory, PUBLISHED, message);
      }
      WORD.setRelease(memory, PUBLISHED, ~message);
      while ((long) WORD.getAcquire(memory, RELEASED) != ~message) {
        Thread.onSpinWait();
      }
      return message * (double) length / (System.nanoTime() - start);
    }
  }
}
