// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.ScalarCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/// The codec of [ZonedDateTime]. The format is the local date and time, the offset, then the zone's
/// id as text. The offset resolves local times that occur twice because clocks are set back.
record ZonedDateTimeCodec() implements ScalarCodec {

  private static final int FIXED_BYTES = 20;

  @Override
  public boolean isTracked() {
    return false;
  }

  @Override
  public Form form() {
    return new Form.Plain(Form.ANY_WIDTH);
  }

  @Override
  public long write(Object value, PayloadBuffer buffer, long position, long limit) {
    ZonedDateTime time = (ZonedDateTime) value;
    long zone = Slots.reserve(position, FIXED_BYTES, limit);
    FixedTypes.putDateTime(time.toLocalDateTime(), buffer, position);
    FixedTypes.putOffset(time.getOffset(), buffer, position + 16);
    return buffer.writeText(time.getZone().getId(), zone, limit);
  }

  @Override
  public Object read(PayloadBuffer buffer, long position, long end) {
    long zone = Slots.block(position, FIXED_BYTES, end);
    String id = buffer.readText(zone, end);
    try {
      LocalDateTime local = FixedTypes.dateTime(buffer, position);
      ZoneOffset offset = FixedTypes.offset(buffer, position + 16);
      return ZonedDateTime.ofInstant(local, offset, TimeTypes.ZONES.make(id));
    } catch (Exception e) {
      throw Failures.corrupt(e, ZonedDateTime.class, position);
    }
  }
}
