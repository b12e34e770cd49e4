// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.Quantity;
import dev.segue.cli.terminal.SegueVersion;
import dev.segue.cli.terminal.TimeSpan;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.LaneStatus;
import dev.segue.shm.MemberRole;
import dev.segue.shm.MemberStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue shm stat`.
@Command(
    name = "stat",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = "Show the members of a channel and the counters of its lanes.")
final class StatCommand implements Callable<Integer> {

  @Parameters(paramLabel = "CHANNEL", description = Channels.PATH_OR_NAME)
  private Path path = Path.of("");

  @Mixin private GroupOption group = new GroupOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (Channel channel = group.openNamed(path)) {
      ChannelConfig config = channel.config();
      out.printf(
          "%s: %s, capacity %,d bytes, member timeout %s, at most %d members%n",
          channel.path(),
          config.topology(),
          config.laneCapacity(),
          config.memberTimeout().isZero() ? "none" : TimeSpan.format(config.memberTimeout()),
          config.maxMembers());
      List<MemberStatus> members = channel.members();
      if (members.isEmpty()) {
        out.println("no members");
      }
      for (MemberStatus member : members) {
        out.printf(
            "member %d: %s, process %d, %s%n",
            member.id(),
            member.role() == MemberRole.PUBLISHER ? "publisher" : "subscriber",
            member.processId(),
            Quantity.of(member.waits(), "wait"));
      }
      for (LaneStatus lane : channel.lanes()) {
        out.printf(
            "lane %d, %s -> %s: %s, %s, %,d delivered, %,d refused, %,d dropped%n",
            lane.id(),
            producer(lane),
            lane.subscriberId().isPresent()
                ? "member " + lane.subscriberId().getAsLong()
                : "no member yet",
            Quantity.of(lane.messages(), "message"),
            Quantity.of(lane.bytes(), "byte"),
            lane.delivered(),
            lane.refused(),
            lane.dropped());
      }
    }
    return ExitCode.OK;
  }

  private static String producer(LaneStatus lane) {
    if (lane.publisherId().isPresent()) {
      return "member " + lane.publisherId().getAsLong();
    }
    return lane.isPublisherFenced() ? "a fenced member" : "no member";
  }
}
