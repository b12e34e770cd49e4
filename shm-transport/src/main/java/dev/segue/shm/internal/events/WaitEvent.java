// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/// Flight Recorder event: a subscriber has waited for a message.
@Name("dev.segue.shm.Wait")
@Label("Wait")
@Category({"Segue", "Shared memory"})
@Description("A subscriber has waited for a message")
@Threshold("20 ms")
@StackTrace(true)
public final class WaitEvent extends Event {

  @Label("Channel")
  public @Nullable String channel;

  @Label("Messages")
  public int messages;

  /// Creates an event, to be filled in and committed.
  public WaitEvent() {}
}
