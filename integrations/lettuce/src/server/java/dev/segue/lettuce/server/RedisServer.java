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

/// A `redis-server` or `valkey-server` of its own: on loopback, on a port that was free, with
/// nothing kept on disk, in a folder that goes with it.
public final class RedisServer implements AutoCloseable {
  private static final String[] PROGRAMS = {"redis-server", "valkey-server"};
  private static final int ATTEMPTS = 5;
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(10);

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

  /// Where the server's program is, if it is installed.
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
      String log = Files.readString(server.folder.resolve("log"));
      server.close();
      if (attempt == ATTEMPTS) {
        throw new IOException(program + " does not start: " + log);
      }
    }
  }

  private static RedisServer launch(Path program) throws IOException {
    Path folder = Files.createTempDirectory("segue-redis-");
    int port = freePort();
    var process =
        new ProcessBuilder(
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
    return new RedisServer(process, folder, port);
  }

  /// Another process may take it before the server does: then it does not start, and is started
  /// anew.
  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// Waits until this server, and not someone else on its port, takes connections.
  private boolean answers() {
    long deadline = System.nanoTime() + START_NANOS;
    while (process.isAlive() && System.nanoTime() - deadline < 0) {
      try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        // A server that finds its port taken is gone a moment later.
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
