// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.events;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/// Begins the events that a recording has enabled.
///
/// Without the module `jdk.jfr` this is a constant. Until the first recording of the process it
/// reads one static field of the JDK, and no class of an event is loaded.
public final class FlightRecording {

  private static final boolean IS_PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private FlightRecording() {}

  /// Begins an event for a payload that is written.
  ///
  /// @return the event, or null if no recording wants it
  public static @Nullable SerializeEvent beginSerialize() {
    return IS_PRESENT && FlightRecorder.isInitialized() ? SerializeEvent.beginIfEnabled() : null;
  }

  /// Begins an event for a payload that is read.
  ///
  /// @return the event, or null if no recording wants it
  public static @Nullable DeserializeEvent beginDeserialize() {
    return IS_PRESENT && FlightRecorder.isInitialized() ? DeserializeEvent.beginIfEnabled() : null;
  }
}
