// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Flight Recorder event: a message was published.
@Name("dev.segue.shm.Send")
@Label("Send")
@Category({"Segue", "Shared memory"})
@Description("A message was published")
@Enabled(false)
@StackTrace(false)
public final class SendEvent extends Event {

  @Label("Channel")
  public @Nullable String channel;

  @Label("Length")
  @DataAmount
  public long length;

  /// Creates an event, to be filled in and committed.
  public SendEvent() {}
}
