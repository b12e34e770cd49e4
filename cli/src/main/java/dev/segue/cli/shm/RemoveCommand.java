// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.SegueVersion;
import dev.segue.shm.Channel;
import dev.segue.shm.TransportException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue shm rm`.
@Command(
    name = "rm",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = {
      "Remove channels, with the messages that have not been read.",
      "",
      "A channel with publishers or subscribers is kept unless --force is given: they would continue "
          + "among themselves, and no others could join them.",
      ""
    })
final class RemoveCommand implements Callable<Integer> {

  @Parameters(arity = "0..*", paramLabel = "CHANNEL", description = "Paths of the channels.")
  private List<Path> paths = new ArrayList<>();

  @Option(
      names = "--stale",
      paramLabel = "DIRECTORY",
      arity = "0..1",
      fallbackValue = Channels.DEFAULT_DIRECTORY,
      description =
          "Remove all channels without members in this directory. Default: ${FALLBACK-VALUE}.")
  private @Nullable Path stale;

  @Option(
      names = {"-f", "--force"},
      description = "Remove channels even if they are in use.")
  private boolean force;

  @Mixin private GroupOption group = new GroupOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (paths.isEmpty() && stale == null) {
      throw new ParameterException(
          spec.commandLine(), "no channel given; name one, or use --stale");
    }
    boolean allGone = true;
    for (Path path : paths) {
      Outcome outcome = remove(path, force);
      if (outcome == Outcome.IN_USE) {
        spec.commandLine()
            .getErr()
            .println(
                spec.qualifiedName()
                    + ": "
                    + path
                    + ": channel is in use; use --force to remove it");
      }
      allGone &= outcome == Outcome.REMOVED;
    }
    if (stale != null) {
      boolean none = true;
      for (Path path : Channels.below(stale)) {
        Outcome outcome = remove(path, false);
        allGone &= outcome != Outcome.FAILED;
        none &= outcome == Outcome.IN_USE;
      }
      if (none) {
        spec.commandLine()
            .getErr()
            .println(spec.qualifiedName() + ": no channel without members in " + stale);
      }
    }
    return allGone ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private enum Outcome {
    REMOVED,
    IN_USE,
    /// The channel belongs to another user or has another version. The remaining channels are still
    /// removed.
    FAILED
  }

  private Outcome remove(Path path, boolean inUse) {
    try {
      if (inUse) {
        group.unlink(path);
      } else {
        try (Channel channel = group.open(path)) {
          if (!channel.unlinkIfUnused()) {
            return Outcome.IN_USE;
          }
        }
      }
    } catch (TransportException e) {
      spec.commandLine()
          .getErr()
          .println(
              "%s: cannot remove %s: %s%s"
                  .formatted(
                      spec.qualifiedName(), path, e.getMessage(), MissingChannel.hint(path, e)));
      return Outcome.FAILED;
    }
    spec.commandLine().getOut().println("removed " + path);
    return Outcome.REMOVED;
  }
}
