// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Recorded when a payload was written.
@Name("dev.segue.Serialize")
@Label("Serialize")
@Category({"Segue", "Serializer"})
@Description("A payload was written")
@Enabled(false)
@StackTrace(false)
public final class SerializeEvent extends PayloadEvent {

  /// Checks whether these events are enabled. Returning a new event that answers this would
  /// allocate it.
  private static final SerializeEvent PROBE = new SerializeEvent();

  private SerializeEvent() {}

  static @Nullable SerializeEvent beginIfEnabled() {
    if (!PROBE.isEnabled()) {
      return null;
    }
    SerializeEvent event = new SerializeEvent();
    event.begin();
    return event;
  }
}
