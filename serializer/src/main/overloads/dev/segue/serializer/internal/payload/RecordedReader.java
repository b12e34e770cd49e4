// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.events.DeserializeEvent;
import dev.segue.serializer.internal.events.FlightRecording;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Records the payloads that another reader reads, if a recording wants them.
final class RecordedReader extends RootReader {

  /// The reader by which the payloads of this side are recognized.
  private final RootReader reader;

  private RecordedReader(RootReader reader) {
    super(reader);
    this.reader = reader;
  }

  /// Returns a reader of the class that is loaded already: this one is loaded by the first call.
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
