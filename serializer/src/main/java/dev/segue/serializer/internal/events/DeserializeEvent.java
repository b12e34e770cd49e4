// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// A payload was read.
@Name("dev.segue.Deserialize")
@Label("Deserialize")
@Category({"Segue", "Serializer"})
@Description("A payload was read")
@Enabled(false)
@StackTrace(false)
public final class DeserializeEvent extends Event {

  /// Answers for the others whether they are enabled. An object that is returned would be allocated
  /// before it could be asked.
  private static final DeserializeEvent PROBE = new DeserializeEvent();

  @Label("Class")
  @Description("The class of the root object; none for null")
  public @Nullable Class<?> type;

  @Label("Payload")
  @DataAmount
  public long bytes;

  private DeserializeEvent() {}

  static @Nullable DeserializeEvent beginIfEnabled() {
    if (!PROBE.isEnabled()) {
      return null;
    }
    DeserializeEvent event = new DeserializeEvent();
    event.begin();
    return event;
  }

  /// Ends the event, and commits it.
  ///
  /// @param root the root of the payload
  /// @param length the length of the payload in bytes
  public void end(@Nullable Object root, long length) {
    end();
    if (shouldCommit()) {
      type = root == null ? null : root.getClass();
      bytes = length;
      commit();
    }
  }
}
