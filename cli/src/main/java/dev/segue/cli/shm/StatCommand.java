// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.SegueVersion;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.LaneStatus;
import dev.segue.shm.MemberStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue shm stat`.
@Command(
    name = "stat",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = "Shows a channel's members, and what its lanes have counted.")
final class StatCommand implements Callable<Integer> {

  @Parameters(paramLabel = "CHANNEL", description = "Where the channel is.")
  private Path path = Path.of("");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (Channel channel = Channel.open(path)) {
      ChannelConfig config = channel.config();
      out.printf(
          "%s: %s, capacity %,d bytes, peer timeout %s, at most %d members%n",
          path,
          config.topology(),
          config.capacityBytes(),
          config.peerTimeout(),
          config.maxMembers());
      for (MemberStatus member : channel.members()) {
        out.printf(
            "member %d: %s, process %d, %,d waits%n",
            member.id(),
            member.publisher() ? "publisher" : "subscriber",
            member.processId(),
            member.waits());
      }
      for (LaneStatus lane : channel.lanes()) {
        out.printf(
            "lane %d, %s -> %s: %,d messages, %,d bytes, %,d delivered, %,d refused, %,d dropped%n",
            lane.id(),
            producer(lane),
            lane.consumer() == 0 ? "nobody yet" : "member " + lane.consumer(),
            lane.messages(),
            lane.bytes(),
            lane.delivered(),
            lane.refused(),
            lane.dropped());
      }
    }
    return ExitCode.OK;
  }

  private static String producer(LaneStatus lane) {
    if (lane.producer() > 0) {
      return "member " + lane.producer();
    }
    return lane.producer() == 0 ? "nobody" : "someone fenced";
  }
}
