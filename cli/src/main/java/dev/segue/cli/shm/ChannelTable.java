// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.shm.Channel;
import dev.segue.shm.LaneStatus;
import dev.segue.shm.MemberRole;
import dev.segue.shm.MemberStatus;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/// Formats the members and lanes of a channel as a table of at most 80 columns, unless its path is
/// longer.
final class ChannelTable {

  private static final int MOST_ROWS = 40;

  private final Channel channel;
  private final Rates rates = new Rates();

  ChannelTable(Channel channel) {
    this.channel = channel;
  }

  /// Returns the current table.
  String lines() {
    List<MemberStatus> members = channel.members();
    List<LaneStatus> lanes = channel.lanes();
    rates.look(lanes);
    StringBuilder text = new StringBuilder();
    text.append("%s%n".formatted(channel.path()));
    text.append(
        "%s, capacity %,d bytes%n%n"
            .formatted(
                channel.config().topology().name().toLowerCase(Locale.ROOT),
                channel.config().laneCapacity()));
    text.append("%6s  %-10s %8s  %12s%n".formatted("member", "role", "process", "waits"));
    members.stream().limit(MOST_ROWS).map(ChannelTable::row).forEach(text::append);
    text.append(
        "%n%4s %6s -> %-4s %13s %10s %6s %8s %9s %8s%n"
            .formatted(
                "lane",
                "from",
                "to",
                "messages",
                "messages/s",
                "MB/s",
                "waiting",
                "refused/s",
                "dropped"));
    lanes.stream().limit(MOST_ROWS).map(this::row).forEach(text::append);
    int hidden = Math.max(0, members.size() - MOST_ROWS) + Math.max(0, lanes.size() - MOST_ROWS);
    if (hidden > 0) {
      text.append("... and %d more%n".formatted(hidden));
    }
    return text.toString();
  }

  private static String row(MemberStatus member) {
    return "%6d  %-10s %8d  %,12d%n"
        .formatted(
            member.id(),
            member.role() == MemberRole.PUBLISHER ? "publisher" : "subscriber",
            member.processId(),
            member.waits());
  }

  private String row(LaneStatus lane) {
    return "%4d %6s -> %-4s %,13d %,10.0f %,6.0f %,8d %,9.0f %,8d%n"
        .formatted(
            lane.id(),
            lane.isPublisherFenced() ? "fenced" : name(lane.publisherId()),
            name(lane.subscriberId()),
            lane.messages(),
            rates.perSecond(lane.id(), LaneStatus::messages),
            rates.perSecond(lane.id(), LaneStatus::bytes) / 1e6,
            Math.max(0, lane.messages() - lane.delivered()),
            rates.perSecond(lane.id(), LaneStatus::refused),
            lane.dropped());
  }

  private static String name(OptionalLong member) {
    return member.isPresent() ? Long.toString(member.getAsLong()) : "-";
  }

  /// Returns the current state of the channel in one line.
  String summary() {
    rates.look(channel.lanes());
    return "%s, %,.0f messages/s"
        .formatted(Channels.summary(channel), rates.perSecond(LaneStatus::messages));
  }
}
