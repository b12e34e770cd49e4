// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.shm.soak.Soak;
import dev.segue.cli.shm.soak.SoakFailure;
import dev.segue.cli.shm.soak.Verdict;
import dev.segue.cli.terminal.LiveLine;
import dev.segue.cli.terminal.SegueVersion;
import dev.segue.cli.terminal.TimeSpan;
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
import picocli.CommandLine.Spec;

/// `segue shm soak`.
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = {
      "Test a channel: kill and pause the processes that use it, and check that no message is lost.",
      "",
      "Two publishers and two subscribers run in processes of their own. One after the other is "
          + "killed with kill -9 and replaced, or paused and resumed. Each message has a number and a "
          + "checksum, and each process keeps a journal. At the end, no committed message may be "
          + "lost, corrupt, or released twice, and no lane or file may be left over.",
      ""
    },
    exitCodeList = {
      "0:the channel kept all messages",
      "1:it did not, or the test failed",
      "2:wrong usage"
    })
final class SoakCommand implements Callable<Integer> {

  private static final long GRACE_SECONDS = 15;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      defaultValue = "60s",
      description = "Duration of the test. Default: ${DEFAULT-VALUE}.")
  private Duration duration = Duration.ZERO;

  @Option(
      names = "--kill-every",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      defaultValue = "400ms",
      description = "Time from one kill or pause to the next. Default: ${DEFAULT-VALUE}.")
  private Duration killEvery = Duration.ZERO;

  @Option(
      names = "--directory",
      paramLabel = "DIRECTORY",
      defaultValue = Channels.DEFAULT_DIRECTORY,
      description = "Directory to create the channel in. Default: ${DEFAULT-VALUE}.")
  private Path directory = Path.of(Channels.DEFAULT_DIRECTORY);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
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
      spec.commandLine().getErr().println("segue shm soak: interrupted; everything was cleaned up");
      return ExitCode.SOFTWARE;
    } finally {
      over.countDown();
      forget(hook);
    }
  }

  private Verdict run(Soak soak, PrintWriter out)
      throws SoakFailure, IOException, InterruptedException {
    try (LiveLine _ = LiveLine.start(out, soak::progress)) {
      return soak.run(duration, killEvery);
    }
  }

  /// Handles Ctrl-C and other signals: cleans up before this process ends.
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
      // The shutdown hook is running.
    }
  }
}
