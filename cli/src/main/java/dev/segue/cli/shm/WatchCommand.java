// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.LiveLine;
import dev.segue.cli.terminal.SegueVersion;
import dev.segue.shm.Channel;
import dev.segue.shm.LaneStatus;
import dev.segue.shm.ShmException;
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
    description = "Shows a channel at work, until Ctrl-C.")
final class WatchCommand implements Callable<Integer> {

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
    try (Channel channel = Channel.open(path);
        LiveLine _ = LiveLine.start(spec.commandLine().getOut(), new Rate(channel)::tell)) {
      Thread.sleep(Duration.ofSeconds(seconds));
    }
    return ExitCode.OK;
  }

  /// What has changed since it was last asked.
  private static final class Rate {
    private final Channel channel;
    private long messagesBefore = -1;
    private long nanosBefore;

    Rate(Channel channel) {
      this.channel = channel;
    }

    /// Called on one thread, by the live line.
    String tell() {
      try {
        long messages = channel.lanes().stream().mapToLong(LaneStatus::messages).sum();
        long now = System.nanoTime();
        double perSecond =
            messagesBefore < 0 ? 0 : (messages - messagesBefore) * 1e9 / (now - nanosBefore);
        messagesBefore = messages;
        nanosBefore = now;
        // A lane that was read to its end takes its count with it.
        return "%s  %,12.0f/s".formatted(Channels.summary(channel), Math.max(0, perSecond));
      } catch (ShmException e) {
        return String.valueOf(e.getMessage());
      }
    }
  }
}
