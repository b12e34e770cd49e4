// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.classes.RegisteredClasses;
import dev.segue.cli.terminal.ByteSize;
import dev.segue.cli.terminal.SegueVersion;
import dev.segue.cli.terminal.StandardOutput;
import dev.segue.cli.terminal.TimeSpan;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelObserver;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue shm tail`.
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = {
      "Show messages as they pass, until Ctrl-C.",
      "",
      "Does not consume messages or slow publishers down; if it cannot keep up, it reports that it "
          + "missed some. It starts with the messages that have not been read yet.",
      "",
      "With --register or --package, Segue payloads of these classes are shown as trees. Classes are "
          + "loaded, but no objects are created.",
      ""
    })
final class TailCommand implements Callable<Integer> {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);
  private static final int MESSAGES_PER_LOOK = 1000;
  private static final int MOST_BYTES = 1 << 20;
  private static final int BYTES_OF_TEXT = 64;
  private static final int BYTES_OF_A_PAYLOAD = 64 << 10;

  @Parameters(paramLabel = "CHANNEL", description = Channels.PATH_OR_NAME)
  private Path path = Path.of("");

  @Option(
      names = "--bytes",
      paramLabel = "BYTES",
      converter = ByteSize.class,
      description =
          "Show this much of each message. Default: "
              + BYTES_OF_TEXT
              + ", or 64k with classes of payloads.")
  private @Nullable Long bytes;

  @Option(names = "--hex", description = "Show text as bytes, too.")
  private boolean hex;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      description = "Stop after N messages. Default: no limit.")
  private @Nullable Long count;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "Stop after this time, such as 10s. Default: no limit.")
  private @Nullable Duration duration;

  @ArgGroup(exclusive = false, heading = "Classes of payloads:%n")
  private @Nullable RegisteredClasses classes;

  @Mixin private GroupOption group = new GroupOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  private long shown;

  @Override
  public Integer call() throws InterruptedException {
    if (bytes != null && (bytes < 0 || bytes > MOST_BYTES)) {
      throw wrong("--bytes must be from 0 to 1M");
    }
    if (count != null && count < 1) {
      throw wrong("--count must be at least 1");
    }
    @Nullable Serializer serializer = serializer();
    int most = serializer == null ? BYTES_OF_TEXT : BYTES_OF_A_PAYLOAD;
    MessageFormatter formatter = new MessageFormatter(serializer, hex);
    try (Channel channel = group.openNamed(path);
        ChannelObserver observer =
            channel.observer(bytes == null ? most : Math.toIntExact(bytes))) {
      follow(observer, formatter);
    }
    if (shown == 0) {
      spec.commandLine().getErr().println(spec.qualifiedName() + ": no message passed");
    }
    return ExitCode.OK;
  }

  private void follow(ChannelObserver observer, MessageFormatter formatter)
      throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    long most = count == null ? Long.MAX_VALUE : count;
    long start = System.nanoTime();
    long nanos = duration == null ? Long.MAX_VALUE : duration.toNanos();
    long missed = 0;
    while (shown < most) {
      int seen =
          observer.poll(
              (lane, length, beginning) -> {
                if (shown < most && !StandardOutput.isGone(out)) {
                  shown++;
                  out.println(formatter.format(lane, length, beginning));
                }
              },
              MESSAGES_PER_LOOK);
      if (observer.missed() > missed) {
        missed = observer.missed();
        out.println("... cannot keep up: some messages were missed");
      }
      if (StandardOutput.isGone(out) || System.nanoTime() - start >= nanos) {
        return;
      }
      if (seen == 0) {
        Thread.sleep(BETWEEN_LOOKS);
      }
    }
  }

  private @Nullable Serializer serializer() {
    try {
      return classes == null ? null : classes.serializer();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
