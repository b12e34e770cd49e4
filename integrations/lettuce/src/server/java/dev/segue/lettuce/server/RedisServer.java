// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce.server;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A `redis-server` or `valkey-server` process for tests and benchmarks: on a free loopback port,
/// without persistence, in a temporary folder that is deleted at the end.
public final class RedisServer implements AutoCloseable {
  private static final String[] PROGRAMS = {"redis-server", "valkey-server"};
  private static final int ATTEMPTS = 5;
  private static final long START_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final Process process;
  private final Path folder;
  private final int port;
  private final Thread atExit = new Thread(this::stop, "stop-redis-server");

  private RedisServer(Process process, Path folder, int port) {
    this.process = process;
    this.folder = folder;
    this.port = port;
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /// Returns the path of the server's program, if it is installed.
  public static Optional<Path> program() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(PROGRAMS)
        .flatMap(
            name -> Stream.of(path.split(File.pathSeparator, -1)).map(dir -> Path.of(dir, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// Starts a server and waits until it answers.
  ///
  /// @throws IOException if it is not installed, or does not start
  public static RedisServer start() throws IOException {
    Path program = program().orElseThrow(() -> new IOException("no redis-server is on the PATH"));
    for (int attempt = 1; ; attempt++) {
      var server = launch(program);
      if (server.answers()) {
        return server;
      }
      String log;
      try (server) {
        log = Files.readString(server.folder.resolve("log"));
      }
      if (attempt == ATTEMPTS) {
        throw new IOException(program + " does not start: " + log);
      }
    }
  }

  private static RedisServer launch(Path program) throws IOException {
    int port = freePort();
    Path folder = Files.createTempDirectory("segue-redis-");
    try {
      return new RedisServer(launch(program, folder, port), folder, port);
    } catch (IOException e) {
      try {
        Files.deleteIfExists(folder.resolve("log"));
        Files.delete(folder);
      } catch (IOException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
  }

  private static Process launch(Path program, Path folder, int port) throws IOException {
    return new ProcessBuilder(
            program.toString(),
            "--bind",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--save",
            "",
            "--appendonly",
            "no",
            "--daemonize",
            "no",
            "--dir",
            folder.toString())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("log").toFile())
        .start();
  }

  /// Returns a port that is currently free. If another process takes it before the server does, the
  /// server fails to start, and {@link #start} tries again.
  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// Waits until this server, and no other process on its port, accepts connections.
  private boolean answers() {
    long deadline = System.nanoTime() + START_NANOS;
    while (process.isAlive() && System.nanoTime() - deadline < 0) {
      try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        // A server whose port is taken exits soon.
        return !process.waitFor(20, TimeUnit.MILLISECONDS);
      } catch (IOException e) {
        pause();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }

  private void pause() {
    try {
      process.waitFor(10, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The port on loopback.
  public int port() {
    return port;
  }

  /// The server's process.
  public ProcessHandle process() {
    return process.toHandle();
  }

  /// Stops the server and removes its folder.
  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    stop();
  }

  private void stop() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      Files.deleteIfExists(folder.resolve("log"));
      Files.deleteIfExists(folder);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
