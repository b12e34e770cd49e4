// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// A member was taken out of a channel though it may be alive: silent for too long, or too slow.
@Name("dev.segue.shm.Fence")
@Label("Fence")
@Category({"Segue", "Shared memory"})
@Description(
    "A member was taken out of a channel though it may be alive: silent for too long, or too slow")
@StackTrace(false)
public final class FenceEvent extends Event {

  @Label("Channel")
  public @Nullable String channel;

  @Label("Member")
  public long member;

  /// An event that has not happened yet.
  public FenceEvent() {}
}
