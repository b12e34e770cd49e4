// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.shm.soak.Soak;
import dev.segue.cli.shm.soak.SoakFailure;
import dev.segue.cli.shm.soak.Verdict;
import dev.segue.cli.terminal.LiveLine;
import dev.segue.cli.terminal.SegueVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `segue shm soak`.
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = {
      "Proves a channel: kills and stops the processes that use it, and counts their messages.",
      "",
      "Two publishers and two subscribers run in processes of their own. One after the other is "
          + "killed with kill -9 and replaced, or stopped and continued. Each message has a number and "
          + "a checksum, and each process keeps a journal; in the end nothing that was committed may "
          + "be lost, corrupt, or released twice, and no lane or file be left.",
      "",
      "Ends with exit code 0 when the contract holds, and 1 when it does not.",
      ""
    })
final class SoakCommand implements Callable<Integer> {

  private static final long GRACE_SECONDS = 15;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "How long; ${DEFAULT-VALUE} by default.")
  private int seconds = 1;

  @Option(
      names = "--kill-every",
      paramLabel = "MS",
      defaultValue = "400",
      description = "Milliseconds from one strike to the next; ${DEFAULT-VALUE} by default.")
  private int strikeEveryMillis = 1;

  @Option(
      names = "--directory",
      paramLabel = "DIRECTORY",
      defaultValue = Channels.DEFAULT_DIRECTORY,
      description = "Where the channel is made, below; ${DEFAULT-VALUE} by default.")
  private Path directory = Path.of(Channels.DEFAULT_DIRECTORY);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (seconds < 1 || strikeEveryMillis < 1) {
      throw new ParameterException(
          spec.commandLine(), "--seconds and --kill-every must be at least 1");
    }
    PrintWriter out = spec.commandLine().getOut();
    CountDownLatch over = new CountDownLatch(1);
    Thread runner = Thread.currentThread();
    Thread hook = new Thread(() -> interrupt(runner, over), "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
    try (Soak soak = new Soak(directory)) {
      Verdict verdict = run(soak, out);
      out.println(verdict);
      return verdict.holds() ? ExitCode.OK : ExitCode.SOFTWARE;
    } catch (SoakFailure e) {
      spec.commandLine().getErr().println("segue shm soak: " + e.getMessage());
      return ExitCode.SOFTWARE;
    } catch (InterruptedException e) {
      spec.commandLine().getErr().println("segue shm soak: interrupted, and nothing left behind");
      return ExitCode.SOFTWARE;
    } finally {
      over.countDown();
      forget(hook);
    }
  }

  private Verdict run(Soak soak, PrintWriter out)
      throws SoakFailure, IOException, InterruptedException {
    try (LiveLine _ = LiveLine.start(out, soak::progress)) {
      return soak.run(Duration.ofSeconds(seconds), Duration.ofMillis(strikeEveryMillis));
    }
  }

  /// Ctrl-C and its like: the processes and files of the soak go before this process does.
  private static void interrupt(Thread runner, CountDownLatch over) {
    runner.interrupt();
    try {
      if (!over.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("segue shm soak: could not clean up in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is running.
    }
  }
}
