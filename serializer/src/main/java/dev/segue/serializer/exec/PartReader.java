// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.model.Shape;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Reads one value out of the middle of a payload, for which nothing before it was read. Back
/// references out of the value lead nowhere.
public final class PartReader {

  private final ShapeCodec codec;
  private final Sessions sessions;
  private final int maxDepth;

  public PartReader(Shape shape, TypeRegistry registry, int maxDepth) {
    this.codec = new ShapeCodec(shape, registry);
    this.sessions = new Sessions(registry.options());
    this.maxDepth = maxDepth;
  }

  /// @param origin where the payload begins
  public @Nullable Object read(
      MemorySegment segment, long origin, long current, long end, int slot) {
    Session session = sessions.take(origin);
    if (session != null) {
      session.lasting();
    }
    try {
      return codec.read(segment, current, end, maxDepth, slot, session);
    } catch (StackOverflowError e) {
      throw Failures.stackTooSmall(e);
    } finally {
      sessions.giveBack(session);
    }
  }
}
