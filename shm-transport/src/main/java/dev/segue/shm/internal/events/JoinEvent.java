// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Flight Recorder event: a publisher or subscriber has joined a channel.
@Name("dev.segue.shm.Join")
@Label("Join")
@Category({"Segue", "Shared memory"})
@Description("A publisher or subscriber has joined a channel")
@StackTrace(true)
public final class JoinEvent extends Event {

  @Label("Channel")
  public @Nullable String channel;

  @Label("Member")
  public long member;

  @Label("Publisher")
  public boolean publisher;

  /// Creates an event, to be filled in and committed.
  public JoinEvent() {}
}
