// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.wire.Slots;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A codec for objects that another reader did not know and passed on, as payloads within a
/// payload. They are read as the original objects if this reader knows their classes.
final class UnknownValueCodec extends InterpretedCodec {

  private final Settings.Kept kept;
  private final Supplier<@Nullable Payload> reader;

  /// @param reader reads the inner payload; supplies null if the payload should stay unread
  UnknownValueCodec(Settings.Kept kept, Supplier<@Nullable Payload> reader) {
    this.kept = kept;
    this.reader = reader;
  }

  @Override
  public boolean isTracked() {
    return false;
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    byte[] payload = kept.payload(value).toBytes();
    long end = Slots.reserve(position, payload.length, limit);
    buffer.putArray(payload, position);
    return end;
  }

  @Override
  @SuppressWarnings("NullAway") // null is a possible value
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    Slots.enter(depth);
    Payload within = reader.get();
    if (within != null) {
      return within.readWithin(buffer, position, end, depth - 1);
    }
    int length = Math.toIntExact(end - position);
    buffer.charge(length, 1, position);
    byte[] payload = new byte[length];
    buffer.getArray(payload, position);
    return kept.of(UnknownPayload.of(payload));
  }
}
