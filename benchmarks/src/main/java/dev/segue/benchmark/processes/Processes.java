// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.processes;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// A group of measuring processes, with a directory for their shared files. All of them end with
/// [#close], or if this JVM ends early.
public final class Processes implements AutoCloseable {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final int MOST_OUTPUT = 2000;
  private static final Set<Processes> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> List.copyOf(OPEN).forEach(Processes::close)));
  }

  private final Path directory;

  private final List<Process> processes = new CopyOnWriteArrayList<>();
  private final Map<Class<?>, Process> last = new ConcurrentHashMap<>();

  /// Creates the directory.
  ///
  /// @throws IOException if it cannot be created
  public Processes() throws IOException {
    directory =
        Files.isWritable(MEMORY)
            ? Files.createTempDirectory(MEMORY, "segue-bench-")
            : Files.createTempDirectory("segue-bench-");
    OPEN.add(this);
  }

  /// Returns the directory of the shared files and the processes' output.
  public Path directory() {
    return directory;
  }

  /// Runs processes until they end, and reads the figures that one of them has written to the
  /// directory.
  ///
  /// @param mains their main classes
  /// @param flags for each JVM
  /// @param arguments the arguments of each process
  /// @param patience how long they may take
  /// @throws IOException if one of them fails or takes longer, with its output
  public Measurement run(
      List<Class<?>> mains, List<String> flags, List<String> arguments, Duration patience)
      throws IOException, InterruptedException {
    for (Class<?> main : mains) {
      start(main, flags, arguments);
    }
    long deadline = System.nanoTime() + patience.toNanos();
    var ends = processes.stream().map(Process::onExit).toArray(CompletableFuture<?>[]::new);
    try {
      for (var next : List.of(CompletableFuture.anyOf(ends), CompletableFuture.allOf(ends))) {
        next.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (processes.stream().anyMatch(Processes::hasFailed)) {
          throw new IOException("a process failed" + outputs(mains));
        }
      }
    } catch (TimeoutException e) {
      String message = "no result after %s s%s".formatted(patience.toSeconds(), outputs(mains));
      throw new IOException(message, e);
    } catch (ExecutionException e) {
      throw new IOException(e);
    }
    return Measurement.read(directory);
  }

  /// Returns the processes that have not ended.
  public List<Process> running() {
    return processes.stream().filter(Process::isAlive).toList();
  }

  private static boolean hasFailed(Process process) {
    return !process.isAlive() && process.exitValue() != 0;
  }

  /// Starts a process.
  ///
  /// @param main its main class
  /// @param flags for its JVM
  /// @throws IOException if that fails
  public void start(Class<?> main, List<String> flags, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output(main).toFile())
            .start();
    processes.add(process);
    last.put(main, process);
  }

  private Path output(Class<?> main) {
    return directory.resolve(main.getSimpleName() + ".txt");
  }

  /// Returns how a process has ended.
  private String state(Class<?> main) {
    Process process = last.get(main);
    return process == null || process.isAlive() ? "running" : "exit code " + process.exitValue();
  }

  /// Returns the states and the output of the processes.
  private String outputs(List<Class<?>> mains) throws IOException {
    var outputs = new StringBuilder();
    for (Class<?> main : mains) {
      String output = Files.readString(output(main)).strip();
      int from = Math.max(0, output.length() - MOST_OUTPUT);
      outputs.append(
          "; state of the %1$s: %2$s; output of the %1$s: %3$s"
              .formatted(main.getSimpleName(), state(main), output.substring(from)));
    }
    return outputs.toString();
  }

  /// Called first in each process: makes the process end with its parent, or when a thread fails.
  public static void endEarly() {
    Thread.setDefaultUncaughtExceptionHandler((_, e) -> {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    });
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            System.in.transferTo(OutputStream.nullOutputStream());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          Runtime.getRuntime().halt(1);
        });
  }

  /// Kills the remaining processes and deletes all files.
  @Override
  public synchronized void close() {
    if (!OPEN.remove(this)) {
      return;
    }
    running().forEach(process -> process.destroyForcibly().onExit().join());
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
