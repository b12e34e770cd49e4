// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.LiveLine;
import dev.segue.cli.terminal.SegueVersion;
import dev.segue.cli.terminal.StandardOutput;
import dev.segue.shm.Channel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue shm watch`.
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = {
      "Shows a channel at work, until Ctrl-C.",
      "",
      "On a terminal, a table that is kept up to date; elsewhere, a line each second.",
      ""
    })
final class WatchCommand implements Callable<Integer> {

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  // What terminals understand since the VT100 and xterm.
  private static final String OTHER_SCREEN = "\u001b[?1049h\u001b[?25l";
  private static final String FIRST_SCREEN = "\u001b[?25h\u001b[?1049l";
  private static final String HOME = "\u001b[H";
  private static final String TO_THE_LINES_END = "\u001b[K\n";
  private static final String TO_THE_SCREENS_END = "\u001b[J";

  @Parameters(paramLabel = "CHANNEL", description = "Where the channel is.")
  private Path path = Path.of("");

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "86400",
      description = "Ends after so many seconds; after a day by default.")
  private int seconds = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    if (seconds < 1) {
      throw new ParameterException(spec.commandLine(), "--seconds must be at least 1");
    }
    try (Channel channel = Channel.open(path)) {
      ChannelScreen screen = new ChannelScreen(channel);
      boolean live = LiveLine.isTerminal();
      Thread hook = new Thread(this::restore, "restore-the-terminal");
      if (live) {
        Runtime.getRuntime().addShutdownHook(hook);
        print(OTHER_SCREEN);
      }
      try {
        show(screen, live);
      } finally {
        if (live) {
          forget(hook);
          restore();
        }
      }
    }
    return ExitCode.OK;
  }

  private void show(ChannelScreen screen, boolean live) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    PrintWriter out = spec.commandLine().getOut();
    while (System.nanoTime() - end < 0 && !StandardOutput.isGone(out)) {
      if (live) {
        print(HOME + screen.table().replace("\n", TO_THE_LINES_END) + TO_THE_SCREENS_END);
      } else {
        print(screen.line() + System.lineSeparator());
      }
      long left = Math.max(0, end - System.nanoTime());
      Thread.sleep(Duration.ofNanos(Math.min(BETWEEN_LOOKS.toNanos(), left)));
    }
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }

  private void restore() {
    print(FIRST_SCREEN);
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is running: Ctrl-C.
    }
  }
}
