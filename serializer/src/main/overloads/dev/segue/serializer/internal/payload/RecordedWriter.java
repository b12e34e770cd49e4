// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.events.FlightRecording;
import dev.segue.serializer.internal.events.SerializeEvent;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Records events for the payloads that it writes, if they are enabled.
final class RecordedWriter extends RootWriter {

  private RecordedWriter(RootWriter writer) {
    super(writer);
  }

  /// Returns a writer of a class that is already loaded, since this class is loaded by the first
  /// call.
  static RootWriter of(RootWriter writer) {
    return new RecordedWriter(writer);
  }

  @Override
  long write(
      @Nullable Object root,
      @Nullable TypeEntry entry,
      MemorySegment segment,
      long position,
      long limit,
      @Nullable Session session) {
    SerializeEvent event = FlightRecording.beginSerialize();
    long end = super.write(root, entry, segment, position, limit, session);
    if (event != null) {
      event.end(root, end - position);
    }
    return end;
  }
}
