// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.SegueVersion;
import dev.segue.shm.Channel;
import dev.segue.shm.TransportException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue shm ls`.
@Command(
    name = "ls",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = "List the channels in a directory.")
final class ShmListCommand implements Callable<Integer> {

  private static final int MOST_CLOSED = 3;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIRECTORY",
      description =
          "The directory to look in. Default: "
              + Channels.DEFAULT_DIRECTORY
              + " on Linux, elsewhere the directory of named channels.")
  private @Nullable Path directory;

  @Mixin private GroupOption group = new GroupOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    Path place = directory == null ? Channels.defaultDirectory() : directory;
    List<Path> channels = Channels.looksLikeOne(place) ? List.of(place) : Channels.below(place);
    channels.forEach(this::print);
    if (channels.isEmpty()) {
      note("no channels in " + place);
    }
    List<Path> closed = Channels.closedBelow(place);
    if (!closed.isEmpty()) {
      note("cannot look into directories of other users, which may be channels: " + names(closed));
    }
    return ExitCode.OK;
  }

  private void print(Path path) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(path);
    try (Channel channel = group.open(path)) {
      out.println("  " + Channels.summary(channel));
    } catch (TransportException e) {
      out.println("  " + e.getMessage());
    }
  }

  /// Prints notes that are not part of the list.
  private void note(String text) {
    spec.commandLine().getErr().println(spec.qualifiedName() + ": " + text);
  }

  private static String names(List<Path> closed) throws IOException {
    List<String> names = new ArrayList<>();
    for (Path path : closed.subList(0, Math.min(closed.size(), MOST_CLOSED))) {
      names.add("%s (%s)".formatted(path, Files.getOwner(path, LinkOption.NOFOLLOW_LINKS)));
    }
    int more = closed.size() - names.size();
    return String.join(", ", names) + (more == 0 ? "" : " and %d more".formatted(more));
  }
}
