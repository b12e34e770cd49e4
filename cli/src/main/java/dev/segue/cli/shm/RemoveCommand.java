// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.SegueVersion;
import dev.segue.shm.Channel;
import dev.segue.shm.ShmException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
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
      "Removes channels, with the messages that nobody has read.",
      "",
      "A channel that has publishers or subscribers is kept, unless --force is given: they would go "
          + "on, and nobody could join them.",
      ""
    })
final class RemoveCommand implements Callable<Integer> {

  @Parameters(arity = "0..*", paramLabel = "CHANNEL", description = "Where the channels are.")
  private List<Path> paths = new ArrayList<>();

  @Option(
      names = "--stale",
      paramLabel = "DIRECTORY",
      arity = "0..1",
      fallbackValue = Channels.DEFAULT_DIRECTORY,
      description =
          "Removes all channels without members in this directory; without a value, in "
              + Channels.DEFAULT_DIRECTORY
              + ".")
  private @Nullable Path stale;

  @Option(names = "--force", description = "Removes those too that are in use.")
  private boolean force;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (paths.isEmpty() && stale == null) {
      throw new ParameterException(spec.commandLine(), "Which channel? Name one, or say --stale");
    }
    boolean allGone = true;
    for (Path path : paths) {
      Outcome outcome = remove(path, force);
      if (outcome == Outcome.IN_USE) {
        spec.commandLine().getErr().println(path + " is in use: kept");
      }
      allGone &= outcome == Outcome.REMOVED;
    }
    if (stale != null) {
      for (Path path : Channels.below(stale)) {
        allGone &= remove(path, false) != Outcome.FAILED;
      }
    }
    return allGone ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private enum Outcome {
    REMOVED,
    IN_USE,
    /// Another user's channel, or one of another version: reported, and no reason to stop.
    FAILED
  }

  private Outcome remove(Path path, boolean inUse) {
    try {
      if (!inUse) {
        try (Channel channel = Channel.open(path)) {
          if (!channel.members().isEmpty()) {
            return Outcome.IN_USE;
          }
        }
      }
      Channel.unlink(path);
    } catch (ShmException e) {
      spec.commandLine().getErr().println("cannot remove " + path + ": " + e.getMessage());
      return Outcome.FAILED;
    }
    spec.commandLine().getOut().println("removed " + path);
    return Outcome.REMOVED;
  }
}
