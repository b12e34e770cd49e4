// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// A [Server] and a [Client] with a directory for their shared files, which are gone after
/// [#close], and also if this JVM ends early.
final class ProcessPair implements AutoCloseable {
  /// The heap flags of both processes, for all transports.
  static final List<String> HEAP = List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC");

  private static final Path MEMORY = Path.of("/dev/shm");
  private static final int MOST_OUTPUT = 2000;
  private static final Set<ProcessPair> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> List.copyOf(OPEN).forEach(ProcessPair::close)));
  }

  /// The directory of the shared files and the processes' output.
  final Path directory;

  private final List<Process> processes = new CopyOnWriteArrayList<>();

  ProcessPair() throws IOException {
    directory =
        Files.isWritable(MEMORY)
            ? Files.createTempDirectory(MEMORY, "segue-bench-")
            : Files.createTempDirectory("segue-bench-");
    OPEN.add(this);
  }

  /// Runs both processes to their ends.
  ///
  /// @param flags for both JVMs
  /// @param transport its key
  /// @param content as [Content#of] parses it
  /// @param millis duration of each measurement
  /// @param patience how long they may take
  /// @throws IOException if one of them fails or takes longer, with its output
  Measurement run(
      List<String> flags, String transport, String content, long millis, Duration patience)
      throws IOException, InterruptedException {
    List<String> arguments =
        List.of(transport, directory.toString(), content, Long.toString(millis));
    Process server = start(Server.class, flags, arguments);
    Process client = start(Client.class, flags, arguments);
    long deadline = System.nanoTime() + patience.toNanos();
    var ends = List.of(server.onExit(), client.onExit()).toArray(CompletableFuture<?>[]::new);
    try {
      for (var next : List.of(CompletableFuture.anyOf(ends), CompletableFuture.allOf(ends))) {
        next.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (hasFailed(server) || hasFailed(client)) {
          throw new IOException("a process failed" + outputs());
        }
      }
    } catch (TimeoutException e) {
      throw new IOException("no result after %s s%s".formatted(patience.toSeconds(), outputs()), e);
    } catch (ExecutionException e) {
      throw new IOException(e);
    }
    return Measurement.read(directory);
  }

  /// Returns the processes that have not ended.
  List<Process> running() {
    return processes.stream().filter(Process::isAlive).toList();
  }

  private static boolean hasFailed(Process process) {
    return !process.isAlive() && process.exitValue() != 0;
  }

  private Process start(Class<?> main, List<String> flags, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(HEAP);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output(main).toFile())
            .start();
    processes.add(process);
    return process;
  }

  private Path output(Class<?> main) {
    return directory.resolve(main.getSimpleName() + ".txt");
  }

  /// Returns what the processes have printed.
  private String outputs() throws IOException {
    var outputs = new StringBuilder();
    for (Class<?> main : List.of(Server.class, Client.class)) {
      String output = Files.readString(output(main)).strip();
      int from = Math.max(0, output.length() - MOST_OUTPUT);
      outputs.append(
          "; output of the %s: %s".formatted(main.getSimpleName(), output.substring(from)));
    }
    return outputs.toString();
  }

  /// Called first in each process: ends it with its parent, or when a thread fails.
  static void endEarly() {
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

  /// Kills the processes that still run and deletes all files.
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
