// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Recorded when a payload was read.
@Name("dev.segue.Deserialize")
@Label("Deserialize")
@Category({"Segue", "Serializer"})
@Description("A payload was read")
@Enabled(false)
@StackTrace(false)
public final class DeserializeEvent extends PayloadEvent {

  /// Checks whether these events are enabled. Returning a new event that answers this would
  /// allocate it.
  private static final DeserializeEvent PROBE = new DeserializeEvent();

  private DeserializeEvent() {}

  static @Nullable DeserializeEvent beginIfEnabled() {
    if (!PROBE.isEnabled()) {
      return null;
    }
    DeserializeEvent event = new DeserializeEvent();
    event.begin();
    return event;
  }
}
