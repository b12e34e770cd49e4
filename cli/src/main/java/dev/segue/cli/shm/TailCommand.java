// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.SegueVersion;
import dev.segue.cli.terminal.StandardOutput;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelObserver;
import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
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
      "Shows messages as they pass, until Ctrl-C.",
      "",
      "It takes none away, and nobody waits for it: when many pass, it misses some, and says so. It "
          + "begins with those that have not been read yet.",
      ""
    })
final class TailCommand implements Callable<Integer> {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);
  private static final int MESSAGES_PER_LOOK = 1000;
  private static final int MOST_BYTES = 1 << 20;
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

  @Parameters(paramLabel = "CHANNEL", description = "Where the channel is.")
  private Path path = Path.of("");

  @Option(
      names = "--bytes",
      paramLabel = "N",
      defaultValue = "64",
      description = "How much of a message is shown; ${DEFAULT-VALUE} bytes by default.")
  private int bytes;

  @Option(names = "--hex", description = "Shows bytes also where they are text.")
  private boolean hex;

  @Option(names = "--count", paramLabel = "N", description = "Ends after so many messages.")
  private @Nullable Long count;

  @Option(names = "--seconds", paramLabel = "S", description = "Ends after so many seconds.")
  private @Nullable Integer seconds;

  @Spec private CommandSpec spec = CommandSpec.create();

  private long shown;

  @Override
  public Integer call() throws InterruptedException {
    if (bytes < 0 || bytes > MOST_BYTES) {
      throw new ParameterException(spec.commandLine(), "--bytes must be from 0 to " + MOST_BYTES);
    }
    PrintWriter out = spec.commandLine().getOut();
    long most = count == null ? Long.MAX_VALUE : count;
    long start = System.nanoTime();
    long time = seconds == null ? Long.MAX_VALUE : Duration.ofSeconds(seconds).toNanos();
    try (Channel channel = Channel.open(path);
        ChannelObserver observer = channel.observer(bytes)) {
      long missed = 0;
      while (shown < most) {
        int seen =
            observer.poll(
                (lane, length, beginning) -> print(out, most, lane, length, beginning),
                MESSAGES_PER_LOOK);
        if (observer.missed() > missed) {
          missed = observer.missed();
          out.println("... too many to follow: some were missed");
        }
        if (StandardOutput.isGone(out) || System.nanoTime() - start >= time) {
          break;
        }
        if (seen == 0) {
          Thread.sleep(BETWEEN_LOOKS);
        }
      }
    }
    return ExitCode.OK;
  }

  private void print(PrintWriter out, long most, long lane, long length, MemorySegment start) {
    if (shown < most && !StandardOutput.isGone(out)) {
      shown++;
      out.printf(
          "lane %d  %,d bytes  %s%s%n",
          lane, length, text(start), length > start.byteSize() ? " ..." : "");
    }
  }

  /// Text, if all of it is; else bytes.
  private String text(MemorySegment start) {
    byte[] content = start.toArray(ValueLayout.JAVA_BYTE);
    if (!hex) {
      try {
        String text =
            StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(content))
                .toString();
        // Nothing that a terminal would take as a command.
        if (text.codePoints().noneMatch(Character::isISOControl)) {
          return '"' + text + '"';
        }
      } catch (CharacterCodingException e) {
        return HEX.formatHex(content);
      }
    }
    return HEX.formatHex(content);
  }
}
