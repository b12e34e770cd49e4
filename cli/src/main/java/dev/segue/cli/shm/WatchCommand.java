// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.LiveLine;
import dev.segue.cli.terminal.SegueVersion;
import dev.segue.cli.terminal.StandardOutput;
import dev.segue.cli.terminal.TimeSpan;
import dev.segue.shm.Channel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue shm watch`.
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = {
      "Show the activity of a channel, until Ctrl-C.",
      "",
      "On a terminal, a table that is kept up to date; otherwise, a line each second.",
      ""
    })
final class WatchCommand implements Callable<Integer> {

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  @Parameters(paramLabel = "CHANNEL", description = Channels.PATH_OR_NAME)
  private Path path = Path.of("");

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "Stop after this time, such as 10s. Default: no limit.")
  private @Nullable Duration duration;

  @Mixin private GroupOption group = new GroupOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (Channel channel = group.openNamed(path)) {
      ChannelTable table = new ChannelTable(channel);
      if (LiveLine.isTerminal()) {
        try (AlternateScreen screen = AlternateScreen.enter(out)) {
          repeat(() -> {
            screen.show(table.lines());
            return out;
          });
        }
      } else {
        repeat(() -> {
          out.println(table.summary());
          return out;
        });
      }
    }
    return ExitCode.OK;
  }

  private void repeat(Supplier<PrintWriter> show) throws InterruptedException {
    long start = System.nanoTime();
    long nanos = duration == null ? Long.MAX_VALUE : duration.toNanos();
    while (!StandardOutput.isGone(show.get())) {
      long left = nanos - (System.nanoTime() - start);
      if (left <= 0) {
        return;
      }
      Thread.sleep(Duration.ofNanos(Math.min(BETWEEN_LOOKS.toNanos(), left)));
    }
  }
}
