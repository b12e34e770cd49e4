// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.events;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import org.jspecify.annotations.Nullable;

/// An event of a whole payload.
public abstract class PayloadEvent extends Event {

  @Label("Class")
  @Description("The class of the root object; none for null")
  public @Nullable Class<?> type;

  @Label("Payload")
  @DataAmount
  public long bytes;

  PayloadEvent() {}

  /// Ends the event, and commits it.
  ///
  /// @param root the root of the payload
  /// @param length the length of the payload in bytes
  public final void end(@Nullable Object root, long length) {
    end();
    if (shouldCommit()) {
      type = root == null ? null : root.getClass();
      bytes = length;
      commit();
    }
  }
}
