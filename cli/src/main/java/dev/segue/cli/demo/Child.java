// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The second JVM, as seen from the first.
///
/// The child reads its standard input, to which nothing is ever written, so end of file means that
/// the parent has ended.
final class Child implements AutoCloseable {

  private static final long GRACE_SECONDS = 5;

  /// How long the child may take to end by itself: on a busy machine, that takes a while.
  private static final long END_SECONDS = 60;

  private final Process process;
  private final Workspace workspace;

  private Child(Process process, Workspace workspace) {
    this.process = process;
    this.workspace = workspace;
  }

  static Child start(Workspace workspace, Route route) {
    List<String> arguments =
        List.of(
            workspace.toString(),
            Boolean.toString(route.compress()),
            Long.toString(route.sizeBytes()));
    try {
      Process process =
          new ProcessBuilder(JvmCommand.of(DemoChild.class, arguments))
              .redirectErrorStream(true)
              .redirectOutput(workspace.log().toFile())
              .start();
      return new Child(process, workspace);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start a second JVM: " + e.getMessage(), e);
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// Describes the end of the child, with its last output.
  String obituary() {
    int code = process.exitValue();
    String how =
        code > 128 && code < 160
            ? "was killed by signal " + (code - 128)
            : "exited with code " + code;
    return "the other JVM (pid %d) %s%s".formatted(pid(), how, lastWords());
  }

  private String lastWords() {
    try {
      String words = new String(Files.readAllBytes(workspace.log()), StandardCharsets.UTF_8);
      return words.isBlank() ? "" : ":\n" + words.strip().indent(2).stripTrailing();
    } catch (IOException e) {
      return " (and its output cannot be read: " + e + ")";
    }
  }

  /// Waits until the child ends by itself, after a [Message.Goodbye].
  void awaitEnd() {
    if (!awaitExit(END_SECONDS)) {
      throw new DemoFailure(
          "the other JVM (pid " + pid() + ") did not end within " + END_SECONDS + " s");
    }
    if (process.exitValue() != 0) {
      throw new DemoFailure(obituary());
    }
  }

  /// Ends the child if it is still running.
  @Override
  public void close() {
    // `Process.destroy` would also close the child's standard input, which makes the child start
    // cleaning up.
    process.toHandle().destroy();
    if (!awaitExit(GRACE_SECONDS)) {
      process.destroyForcibly();
      awaitExit(GRACE_SECONDS);
    }
  }

  private boolean awaitExit(long seconds) {
    try {
      return process.waitFor(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
