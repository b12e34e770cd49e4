// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.events;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/// Starts the events that a recording has enabled.
///
/// Without the module `jdk.jfr`, the check is a constant. Until the first recording of the process,
/// it reads one static field of the JDK, and no event class is loaded.
public final class FlightRecording {

  private static final boolean IS_PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private FlightRecording() {}

  /// Starts an event for content that is compressed.
  ///
  /// @return the event, or null if no recording wants it
  public static @Nullable CompressEvent beginCompress() {
    return IS_PRESENT && FlightRecorder.isInitialized() ? CompressEvent.beginIfEnabled() : null;
  }

  /// Starts an event for content that is decompressed.
  ///
  /// @return the event, or null if no recording wants it
  public static @Nullable DecompressEvent beginDecompress() {
    return IS_PRESENT && FlightRecorder.isInitialized() ? DecompressEvent.beginIfEnabled() : null;
  }
}
