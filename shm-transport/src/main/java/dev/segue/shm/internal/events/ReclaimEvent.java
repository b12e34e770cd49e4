// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Flight Recorder event: a member was removed because its process had ended.
@Name("dev.segue.shm.Reclaim")
@Label("Reclaim")
@Category({"Segue", "Shared memory"})
@Description("A member was removed because its process had ended")
@StackTrace(false)
public final class ReclaimEvent extends Event {

  @Label("Channel")
  public @Nullable String channel;

  @Label("Member")
  public long member;

  /// Creates an event, to be filled in and committed.
  public ReclaimEvent() {}
}
