// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Flight Recorder event: messages were handled in one poll.
@Name("dev.segue.shm.Receive")
@Label("Receive")
@Category({"Segue", "Shared memory"})
@Description("Messages were handled in one poll")
@Enabled(false)
@StackTrace(false)
public final class ReceiveEvent extends Event {

  @Label("Channel")
  public @Nullable String channel;

  @Label("Messages")
  public int messages;

  /// Creates an event, to be filled in and committed.
  public ReceiveEvent() {}
}
