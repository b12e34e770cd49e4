// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Flight Recorder event: a member that may be alive was removed, because it was silent for too
/// long or too slow.
@Name("dev.segue.shm.Fence")
@Label("Fence")
@Category({"Segue", "Shared memory"})
@Description("A member that may be alive was removed: it was silent for too long, or too slow")
@StackTrace(false)
public final class FenceEvent extends Event {

  @Label("Channel")
  public @Nullable String channel;

  @Label("Member")
  public long member;

  /// Creates an event, to be filled in and committed.
  public FenceEvent() {}
}
