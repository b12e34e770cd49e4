// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.workload.Workload;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// One transport with messages of one kind, between two new processes, with the flags that the
/// transport's documentation asks for.
///
/// Each case is measured in several rounds, alternating with the others: the placement of the two
/// processes on the machine influences their speed as much as their code, and changes over time.
public final class ShmCase {
  static final int SHORTEST = 32;

  /// The heap flags of both processes, for all transports.
  public static final List<String> HEAP = List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC");

  private static final List<Integer> SIZES =
      List.of(SHORTEST, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 8 << 20);
  private static final List<Integer> QUICK_SIZES = List.of(SHORTEST, 4 << 10, 1 << 20);
  private static final int ROUNDS = 5;
  private static final int QUICK_ROUNDS = 3;
  private static final long PATIENCE_SECONDS = 120;

  /// The client's total time as a multiple of the configured time: warm-up, round trips, round
  /// trips on a schedule, one way.
  private static final double PARTS = 6.5;

  private static final double SECONDS_TO_START = 1.5;

  private final Contestant contestant;
  private final String content;
  private final ShmResult.Name name;
  private final List<String> flags;
  private final long millis;
  private final int round;

  private ShmCase(
      Contestant contestant,
      String content,
      ShmResult.Name name,
      List<String> flags,
      long millis,
      int round) {
    this.contestant = contestant;
    this.content = content;
    this.name = name;
    this.flags = flags;
    this.millis = millis;
    this.round = round;
  }

  private static ShmCase ofBytes(Contestant contestant, int size, long millis) {
    var name = ShmResult.Name.ofBytes(contestant.key, size);
    return new ShmCase(contestant, Content.bytes(size), name, contestant.flags, millis, 1);
  }

  /// Returns the cases with objects, for all routes: grouped by object, round by round.
  ///
  /// @param quick whether each is measured briefly
  /// @param rounds how often everything is measured, or 0 for the default
  public static List<ShmCase> ofObjects(ShmSettings settings, boolean quick, int rounds) {
    ShmSettings usual = settings.orUsual(quick);
    var cases = new ArrayList<ShmCase>();
    for (Workload object : Workload.values()) {
      for (Route route : Route.values()) {
        var name = ShmResult.Name.ofObjects(route.key, object);
        String content = Content.object(object, route.library);
        cases.add(new ShmCase(route.transport, content, name, route.flags(), usual.millis(), 1));
      }
    }
    return inRounds(cases, quick, rounds);
  }

  /// Returns the requested cases that exist: grouped by length, round by round.
  ///
  /// @param quick whether each is measured briefly
  /// @param everyLength whether to use all lengths if none are requested
  /// @param rounds how often everything is measured, or 0 for the default
  /// @throws IllegalArgumentException if a transport or length does not exist
  public static List<ShmCase> of(
      ShmSettings settings, boolean quick, boolean everyLength, int rounds) {
    List<Contestant> contestants =
        settings.transports().isEmpty()
            ? List.of(Contestant.values())
            : settings.transports().stream().map(Contestant::of).toList();
    List<Integer> sizes =
        settings.sizes().isEmpty() ? everyLength ? SIZES : QUICK_SIZES : settings.sizes();
    ShmSettings usual = settings.orUsual(quick);
    var cases = new ArrayList<ShmCase>();
    for (int size : sizes) {
      if (size < SHORTEST || size > SIZES.getLast() || Integer.bitCount(size) != 1) {
        throw new IllegalArgumentException(
            "--size " + size + ": a power of two from " + SHORTEST + " to " + SIZES.getLast());
      }
      contestants.stream()
          .filter(contestant -> contestant.takes(size))
          .forEach(contestant -> cases.add(ofBytes(contestant, size, usual.millis())));
    }
    return inRounds(cases, quick, rounds);
  }

  private static List<ShmCase> inRounds(List<ShmCase> cases, boolean quick, int rounds) {
    int last = rounds > 0 ? rounds : quick ? QUICK_ROUNDS : ROUNDS;
    var all = new ArrayList<ShmCase>();
    for (int round = 1; round <= last; round++) {
      for (ShmCase one : cases) {
        all.add(one.inRound(round));
      }
    }
    return all;
  }

  private ShmCase inRound(int number) {
    return new ShmCase(contestant, content, name, flags, millis, number);
  }

  /// Returns the name of the case, with its round.
  @Override
  public String toString() {
    return name + " round=" + round;
  }

  /// Returns the expected duration.
  public double seconds() {
    return SECONDS_TO_START + PARTS * millis / 1000.0;
  }

  /// Runs the measurement.
  ///
  /// @throws IOException if a process cannot be started, or fails
  public ShmResult measure() throws IOException, InterruptedException {
    if (contestant == Contestant.COPY) {
      int size = Content.of(content).mostBytes();
      return ShmResult.ofCopy(size, CopySpeed.gigabytesPerSecond(size, millis));
    }
    Path memory = Path.of("/dev/shm");
    Path directory =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "segue-bench-")
            : Files.createTempDirectory("segue-bench-");
    Process server = null;
    Process client = null;
    try {
      server = start(Server.class, directory);
      client = start(Client.class, directory);
      String line = client.inputReader().readLine();
      if (line == null || !client.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("the client process failed; see its output above");
      }
      return ShmResult.of(name, Measurement.ofCsv(line));
    } finally {
      for (Process process : Arrays.asList(server, client)) {
        if (process != null) {
          process.destroyForcibly().waitFor();
        }
      }
      delete(directory);
    }
  }

  private Process start(Class<?> main, Path directory) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(HEAP);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(contestant.key, directory.toString(), content, Long.toString(millis)));
    return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
