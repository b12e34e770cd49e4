// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Recorded when content was decompressed.
@Name("dev.segue.Decompress")
@Label("Decompress")
@Category({"Segue", "Compression"})
@Description("Content was decompressed")
@Enabled(false)
@StackTrace(false)
public final class DecompressEvent extends Event {

  /// Checks whether these events are enabled. Returning a new event that answers this would
  /// allocate it.
  private static final DecompressEvent PROBE = new DecompressEvent();

  @Label("Codec")
  public @Nullable String codec;

  @Label("Source")
  @DataAmount
  public long sourceBytes;

  @Label("Result")
  @DataAmount
  public long resultBytes;

  private DecompressEvent() {}

  static @Nullable DecompressEvent beginIfEnabled() {
    if (!PROBE.isEnabled()) {
      return null;
    }
    DecompressEvent event = new DecompressEvent();
    event.begin();
    return event;
  }

  /// Ends the event, and commits it.
  ///
  /// @param format the name of the format
  /// @param source the length of the compressed form in bytes
  /// @param result the length of the content in bytes
  public void end(String format, long source, long result) {
    end();
    if (shouldCommit()) {
      codec = format;
      sourceBytes = source;
      resultBytes = result;
      commit();
    }
  }
}
