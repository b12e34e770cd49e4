// SPDX-License-Identifier: Apache-2.0
package dev.segue.micrometer;

import dev.segue.shm.Channel;
import dev.segue.shm.MemberRole;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/// Micrometer meters of a shared-memory channel, covering the messages of all members in all
/// processes. It is enough to bind them in one process that has the channel open.
///
/// {@snippet :
/// ChannelMetrics metrics = new ChannelMetrics(channel);
/// metrics.bindTo(registry);
/// }
///
/// | meter | type | |
/// |---|---|---|
/// | `segue.channel.messages` | counter | messages published |
/// | `segue.channel.bytes` | counter | length of the messages published |
/// | `segue.channel.delivered` | counter | messages handled by a subscriber |
/// | `segue.channel.refused` | counter | claims refused because a lane was full |
/// | `segue.channel.dropped` | counter | messages that a broadcast did not write to a full lane |
/// | `segue.channel.members` | gauge | live members; tag `role`: `publisher` or `subscriber` |
/// | `segue.channel.lanes` | gauge | lanes |
/// | `segue.channel.lane.backlog` | gauge | messages in a lane that no subscriber has released; tag `lane`: its id |
///
/// The tag `channel` is the path. Reading the meters does not disturb publishers and subscribers:
/// the counters exist in shared memory anyway.
///
/// Counters never decrease: they include the last readings of deleted lanes. Messages of a lane
/// that appears and disappears between two readings are not counted.
///
/// If the channel cannot be read because it is closed or unlinked, the counters keep their values,
/// the gauges are `NaN`, and a warning is logged once.
///
/// Thread-safe. Call [#close] before closing the channel.
public final class ChannelMetrics implements MeterBinder, AutoCloseable {

  private final Readings readings;
  private final Tags tags;
  private final List<Binding> bindings = new ArrayList<>();

  /// The meters in one registry.
  private record Binding(MeterRegistry registry, List<Meter> meters, MultiGauge lanes) {}

  /// Creates the binder for a channel.
  ///
  /// @param channel the channel
  public ChannelMetrics(Channel channel) {
    this(channel, Tags.empty());
  }

  /// Creates the binder for a channel, with more tags.
  ///
  /// @param channel the channel
  /// @param tags tags of all meters
  public ChannelMetrics(Channel channel, Iterable<Tag> tags) {
    this(channel, tags, System::nanoTime);
  }

  ChannelMetrics(Channel channel, Iterable<Tag> tags, LongSupplier nanoTime) {
    this.readings = new Readings(channel, nanoTime);
    this.tags = Tags.of("channel", channel.path().toString()).and(tags);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    List<Meter> meters = new ArrayList<>();
    for (LaneCounter counter : LaneCounter.values()) {
      meters.add(counter(registry, counter));
    }
    for (MemberRole role : MemberRole.values()) {
      meters.add(members(registry, role));
    }
    meters.add(
        Gauge.builder("segue.channel.lanes", this, fresh(Readings::lanes))
            .description("Lanes of the channel")
            .tags(tags)
            .strongReference(true)
            .register(registry));
    MultiGauge lanes =
        MultiGauge.builder("segue.channel.lane.backlog")
            .description("Messages in a lane that no subscriber has released")
            .baseUnit(BaseUnits.MESSAGES)
            .tags(tags)
            .register(registry);
    synchronized (bindings) {
      bindings.add(new Binding(registry, meters, lanes));
    }
    boolean _ = readings.refresh();
    showLanes();
  }

  private FunctionCounter counter(MeterRegistry registry, LaneCounter counter) {
    String name = "segue.channel." + counter.name().toLowerCase(Locale.ROOT);
    return FunctionCounter.builder(name, this, fresh(seen -> seen.total(counter)))
        .description(counter.description)
        .baseUnit(counter.unit)
        .tags(tags)
        .register(registry);
  }

  private Gauge members(MeterRegistry registry, MemberRole role) {
    return Gauge.builder("segue.channel.members", this, fresh(seen -> seen.members(role)))
        .description("Live members of the channel")
        .tags(tags.and("role", role.name().toLowerCase(Locale.ROOT)))
        .strongReference(true)
        .register(registry);
  }

  private static ToDoubleFunction<ChannelMetrics> fresh(ToDoubleFunction<Readings> value) {
    return metrics -> {
      metrics.look();
      return value.applyAsDouble(metrics.readings);
    };
  }

  private void look() {
    if (readings.refresh()) {
      showLanes();
    }
  }

  /// Registers the gauges of new lanes, and removes the gauges of deleted lanes.
  private void showLanes() {
    synchronized (bindings) {
      List<MultiGauge.Row<?>> rows = new ArrayList<>();
      for (long lane : readings.laneIds()) {
        Supplier<Number> backlog =
            () -> {
              look();
              return readings.backlog(lane);
            };
        rows.add(MultiGauge.Row.of(Tags.of("lane", Long.toString(lane)), backlog));
      }
      for (Binding binding : bindings) {
        binding.lanes.register(rows);
      }
    }
  }

  /// Removes the meters from all registries that they were bound to.
  @Override
  public void close() {
    synchronized (bindings) {
      for (Binding binding : bindings) {
        binding.meters.forEach(binding.registry::remove);
        binding.lanes.register(List.of());
      }
      bindings.clear();
    }
  }
}
