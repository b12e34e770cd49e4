// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.events.DeserializeEvent;
import dev.segue.serializer.internal.events.FlightRecording;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Records events for the payloads that another reader reads, if they are enabled.
final class RecordedReader extends RootReader {

  /// The reader that recognizes the serializer's own payloads.
  private final RootReader reader;

  private RecordedReader(RootReader reader) {
    super(reader);
    this.reader = reader;
  }

  /// Returns a reader of a class that is already loaded, since this class is loaded by the first
  /// call.
  static RootReader of(RootReader reader) {
    return new RecordedReader(reader);
  }

  @Override
  @Nullable Object read(
      MemorySegment segment,
      long position,
      long limit,
      Class<?> expected,
      int depth,
      @Nullable Session session) {
    DeserializeEvent event = FlightRecording.beginDeserialize();
    Object root = reader.read(segment, position, limit, expected, depth, session);
    if (event != null) {
      long end =
          end(Segments.getInt(segment, position + Header.ROOT), base(position, limit), limit);
      event.end(root, end + Header.TRAILER_BYTES - position);
    }
    return root;
  }
}
