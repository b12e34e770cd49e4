// SPDX-License-Identifier: Apache-2.0
package dev.segue.micrometer;

import dev.segue.shm.LaneStatus;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.function.ToLongFunction;

/// A counter of a lane; its sum over all lanes is a meter of the channel.
enum LaneCounter {
  MESSAGES(BaseUnits.MESSAGES, "Messages published", LaneStatus::messages),
  BYTES(BaseUnits.BYTES, "Length of the messages published", LaneStatus::bytes),
  DELIVERED(BaseUnits.MESSAGES, "Messages handled by a subscriber", LaneStatus::delivered),
  REFUSED("claims", "Claims refused because a lane was full", LaneStatus::refused),
  DROPPED(
      BaseUnits.MESSAGES,
      "Messages that a broadcast did not write to a full lane",
      LaneStatus::dropped);

  final String unit;
  final String description;
  private final ToLongFunction<LaneStatus> value;

  LaneCounter(String unit, String description, ToLongFunction<LaneStatus> value) {
    this.unit = unit;
    this.description = description;
    this.value = value;
  }

  long of(LaneStatus lane) {
    return value.applyAsLong(lane);
  }
}
