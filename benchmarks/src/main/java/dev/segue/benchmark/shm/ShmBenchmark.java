// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Messages between two processes: `./segue bench shm`.
///
/// ```text
/// java -cp benchmarks/target/benchmarks.jar dev.segue.benchmark.shm.ShmBenchmark \
///   [--quick] [--transport segue,agrona-ring] [--size 32,1048576] [--millis 2000] [--out DIR]
/// ```
///
/// For each transport and length there are two new processes, with the flags that the transport's
/// documentation asks for. Writes `shm.csv`, `shm.json` and `shm.svg`.
public final class ShmBenchmark {

  static final int SHORTEST = 32;

  private static final String USAGE =
      "[--quick] [--transport "
          + Arrays.stream(Contestant.values())
              .map(contestant -> contestant.key)
              .collect(Collectors.joining(","))
          + "] [--size 32,4096] [--millis 3000] [--out DIR]";
  private static final List<Integer> SIZES =
      List.of(SHORTEST, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 8 << 20);
  private static final List<Integer> QUICK_SIZES = List.of(SHORTEST, 4 << 10, 1 << 20);
  private static final long MILLIS = 3000;
  private static final long QUICK_MILLIS = 500;
  private static final long PATIENCE_SECONDS = 120;

  private final List<Contestant> contestants;
  private final List<Integer> sizes;
  private final long millis;
  private final Path out;

  private ShmBenchmark(List<Contestant> contestants, List<Integer> sizes, long millis, Path out) {
    this.contestants = contestants;
    this.sizes = sizes;
    this.millis = millis;
    this.out = out;
  }

  /// Runs it.
  ///
  /// @param args the options
  /// @throws IOException when a process cannot be started, or a result not be written
  /// @throws InterruptedException when it is interrupted
  public static void main(String[] args) throws IOException, InterruptedException {
    ShmBenchmark benchmark;
    try {
      benchmark = parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println("bench shm: " + e.getMessage());
      System.exit(2);
      return;
    }
    System.exit(benchmark.run() ? 0 : 1);
  }

  private static ShmBenchmark parse(String[] args) {
    List<Contestant> contestants = List.of(Contestant.values());
    boolean quick = Arrays.asList(args).contains("--quick");
    List<Integer> sizes = quick ? QUICK_SIZES : SIZES;
    long millis = quick ? QUICK_MILLIS : MILLIS;
    Path out = Path.of("benchmarks", "target", "shm");
    for (int i = 0; i < args.length; i++) {
      String option = args[i];
      if (option.equals("--quick")) {
        continue;
      }
      if (option.equals("--help")) {
        throw new IllegalArgumentException(USAGE);
      }
      if (i + 1 == args.length) {
        throw new IllegalArgumentException("no such option, or no value: " + option);
      }
      String value = args[++i];
      switch (option) {
        case "--transport" ->
            contestants = Arrays.stream(value.split(",", -1)).map(Contestant::of).toList();
        case "--size" ->
            sizes = Arrays.stream(value.split(",", -1)).map(ShmBenchmark::size).toList();
        case "--millis" -> millis = Long.parseLong(value);
        case "--out" -> out = Path.of(value);
        default -> throw new IllegalArgumentException("no such option: " + option);
      }
    }
    return new ShmBenchmark(contestants, sizes, millis, out);
  }

  private static int size(String text) {
    int size = Integer.parseInt(text);
    if (size < SHORTEST || size > SIZES.getLast() || Integer.bitCount(size) != 1) {
      throw new IllegalArgumentException(
          "--size " + size + ": a power of two from " + SHORTEST + " to " + SIZES.getLast());
    }
    return size;
  }

  private boolean run() throws IOException, InterruptedException {
    Files.createDirectories(out);
    List<Measurement> results = new ArrayList<>();
    int absent = 0;
    for (int size : sizes) {
      for (Contestant contestant : contestants) {
        if (!contestant.takes(size)) {
          continue;
        }
        System.out.printf(Locale.ROOT, "%-20s %,10d bytes ... ", contestant.key, size);
        try {
          Measurement result = measure(contestant, size);
          results.add(result);
          System.out.printf(
              Locale.ROOT,
              "p50 %,d ns, p99 %,d ns, %.2f GB/s%n",
              result.p50Nanos(),
              result.p99Nanos(),
              result.gigabytesPerSecond());
        } catch (IOException e) {
          System.out.println("absent: " + e.getMessage());
          absent++;
        }
      }
    }
    new Results(results, CopySpeed.measure(sizes, millis)).write(out, System.out);
    return absent == 0;
  }

  private Measurement measure(Contestant contestant, int size)
      throws IOException, InterruptedException {
    Path memory = Path.of("/dev/shm");
    Path directory =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "segue-bench-")
            : Files.createTempDirectory("segue-bench-");
    Process server = null;
    Process client = null;
    try {
      server = start(Server.class, contestant, directory, size);
      client = start(Client.class, contestant, directory, size);
      String line = client.inputReader().readLine();
      if (line == null || !client.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("the client has failed, see above");
      }
      return Measurement.ofCsv(line);
    } finally {
      for (Process process : Arrays.asList(server, client)) {
        if (process != null) {
          process.destroyForcibly().waitFor();
        }
      }
      delete(directory);
    }
  }

  private Process start(Class<?> main, Contestant contestant, Path directory, int size)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(contestant.flags);
    command.addAll(List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(
        List.of(
            contestant.key, directory.toString(), Integer.toString(size), Long.toString(millis)));
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
