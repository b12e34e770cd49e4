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

/// A process of the soak, as the one that kills it sees it.
final class Peer {

  /// What a process that was killed with signal 9 ends with.
  private static final int KILLED = 128 + 9;

  private final long id;
  private final Path journals;
  private final Process process;

  private Peer(long id, Path journals, Process process) {
    this.id = id;
    this.journals = journals;
    this.process = process;
  }

  /// Starts one, with the code of this JVM and its flags. What it has to complain about goes to
  /// standard error.
  static Peer start(long id, String role, Path channel, Path journals) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--enable-") || flag.matches("--.*=(deny|allow|warn)"))
        .forEach(command::add);
    // Short lives: what counts is how soon they are at work.
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

  /// `kill -9`, and waits until it is gone.
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

  /// Checks that it ended because it was killed.
  void requireKilled() throws SoakFailure {
    if (process.exitValue() != KILLED) {
      throw new SoakFailure("a peer ended by itself, with exit code " + process.exitValue());
    }
  }

  /// Adds its journals to the books, and deletes them. Only when it is dead.
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
