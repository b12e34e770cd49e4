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

/// Recorded when content was compressed.
@Name("dev.segue.Compress")
@Label("Compress")
@Category({"Segue", "Compression"})
@Description("Content was compressed")
@Enabled(false)
@StackTrace(false)
public final class CompressEvent extends Event {

  /// Checks whether these events are enabled. Returning a new event that answers this would
  /// allocate it.
  private static final CompressEvent PROBE = new CompressEvent();

  @Label("Codec")
  public @Nullable String codec;

  @Label("Level")
  @Description("The level of the codec; 0 if it has none")
  public int level;

  @Label("Source")
  @DataAmount
  public long sourceBytes;

  @Label("Result")
  @DataAmount
  public long resultBytes;

  private CompressEvent() {}

  static @Nullable CompressEvent beginIfEnabled() {
    if (!PROBE.isEnabled()) {
      return null;
    }
    CompressEvent event = new CompressEvent();
    event.begin();
    return event;
  }

  /// Ends the event, and commits it.
  ///
  /// @param format the name of the format
  /// @param usedLevel the level, or 0 if the format has none
  /// @param source the length of the content in bytes
  /// @param result the length of the compressed form in bytes
  public void end(String format, int usedLevel, long source, long result) {
    end();
    if (shouldCommit()) {
      codec = format;
      level = usedLevel;
      sourceBytes = source;
      resultBytes = result;
      commit();
    }
  }
}
