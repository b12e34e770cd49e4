// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.LaneStatus;
import dev.segue.shm.MemberStatus;
import java.util.List;
import java.util.Locale;

/// A channel at work, as a table.
final class ChannelScreen {

  private static final int MOST_ROWS = 40;

  private final Channel channel;
  private final Rates rates = new Rates();

  ChannelScreen(Channel channel) {
    this.channel = channel;
  }

  /// All there is to see now, in lines.
  String table() {
    ChannelConfig config = channel.config();
    List<MemberStatus> members = channel.members();
    List<LaneStatus> lanes = channel.lanes();
    rates.look(lanes);
    StringBuilder text = new StringBuilder();
    text.append(
        "%s  %s, capacity %,d bytes%n%n"
            .formatted(
                channel.file(),
                config.topology().name().toLowerCase(Locale.ROOT),
                config.capacityBytes()));
    text.append("%6s  %-10s  %10s  %12s%n".formatted("member", "role", "process", "waits"));
    for (MemberStatus member : members.subList(0, Math.min(MOST_ROWS, members.size()))) {
      text.append(
          "%6d  %-10s  %10d  %,12d%n"
              .formatted(
                  member.id(),
                  member.publisher() ? "publisher" : "subscriber",
                  member.processId(),
                  member.waits()));
    }
    text.append(
        "%n%6s  %15s  %14s  %12s  %10s  %10s  %11s  %9s%n"
            .formatted(
                "lane",
                "from -> to",
                "messages",
                "messages/s",
                "MB/s",
                "waiting",
                "refused/s",
                "dropped"));
    for (LaneStatus lane : lanes.subList(0, Math.min(MOST_ROWS, lanes.size()))) {
      text.append(
          "%6d  %6s -> %5s  %,14d  %,12.0f  %,10.1f  %,10d  %,11.0f  %,9d%n"
              .formatted(
                  lane.id(),
                  who(lane.producer()),
                  who(lane.consumer()),
                  lane.messages(),
                  rates.perSecond(lane.id(), LaneStatus::messages),
                  rates.perSecond(lane.id(), LaneStatus::bytes) / 1e6,
                  Math.max(0, lane.messages() - lane.delivered()),
                  rates.perSecond(lane.id(), LaneStatus::refused),
                  lane.dropped()));
    }
    int hidden = Math.max(0, members.size() - MOST_ROWS) + Math.max(0, lanes.size() - MOST_ROWS);
    if (hidden > 0) {
      text.append("... and %d more%n".formatted(hidden));
    }
    return text.toString();
  }

  private static String who(long member) {
    if (member > 0) {
      return Long.toString(member);
    }
    return member == 0 ? "-" : "fenced";
  }

  /// The same in one line.
  String line() {
    rates.look(channel.lanes());
    return "%s  %,12.0f/s"
        .formatted(Channels.summary(channel), rates.perSecond(LaneStatus::messages));
  }
}
