// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/// Flight Recorder event: a publisher has waited for room in its lanes.
@Name("dev.segue.shm.BackPressure")
@Label("Back-pressure")
@Category({"Segue", "Shared memory"})
@Description("A publisher has waited for room in its lanes")
@Threshold("1 ms")
@StackTrace(true)
public final class BackPressureEvent extends Event {

  @Label("Channel")
  public @Nullable String channel;

  @Label("Length")
  @DataAmount
  public long length;

  @Label("Served")
  public boolean served;

  /// Creates an event, to be filled in and committed.
  public BackPressureEvent() {}
}
