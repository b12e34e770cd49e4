// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm.soak;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A handle for a process of the soak test, used by the process that kills it.
final class Peer {

  /// The exit code of a process that was killed by signal 9.
  private static final int KILLED = 128 + 9;

  private final long id;
  private final Path journals;
  private final Process process;

  private Peer(long id, Path journals, Process process) {
    this.id = id;
    this.journals = journals;
    this.process = process;
  }

  /// Starts a peer with the code and flags of this JVM. Its error messages go to standard error.
  static Peer start(long id, String role, Path channel, Path journals) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(Peer::isForPeers)
        .forEach(command::add);
    // Peers are short-lived, so startup time matters most.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
    @Nullable String module = SoakPeer.class.getModule().getName();
    if (module == null) {
      command.addAll(
          List.of(
              "-cp",
              System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
              SoakPeer.class.getName()));
    } else {
      command.addAll(
          List.of(
              "--module-path",
              System.getProperty("jdk.module.path"),
              "--module",
              module + "/" + SoakPeer.class.getName()));
    }
    command.addAll(List.of(channel.toString(), journals.toString(), role, Long.toString(id)));
    Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    return new Peer(id, journals, process);
  }

  private static boolean isForPeers(String flag) {
    return flag.startsWith("--enable-")
        || flag.matches("--.*=(deny|allow|warn)")
        || flag.equals("-XX:+IgnoreUnrecognizedVMOptions"); // for flags of later JDKs
  }

  /// Kills the process with `kill -9` and waits for its end.
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /// Sends a signal by name, such as `STOP`.
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// Checks that the process was killed and did not end by itself.
  void requireKilled() throws SoakFailure {
    if (process.exitValue() != KILLED) {
      throw new SoakFailure("a peer exited unexpectedly, with code " + process.exitValue());
    }
  }

  /// Adds the peer's journals to the accounts and deletes them. The process must have ended.
  void account(Accounts accounts) throws IOException {
    for (Path journal : journals()) {
      accounts.add(Journal.read(journal));
      Files.delete(journal);
    }
  }

  private List<Path> journals() throws IOException {
    String prefix = id + "-";
    try (Stream<Path> files = Files.list(journals)) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    }
  }
}
