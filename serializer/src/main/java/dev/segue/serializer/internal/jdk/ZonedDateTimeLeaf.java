// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.Leaf;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/// [ZonedDateTime]: the local date and time, the offset, then the zone's id as text. The offset
/// resolves local times that occur twice, when clocks are set back.
record ZonedDateTimeLeaf() implements Leaf {

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
  public long write(Object value, Medium medium, long position, long limit) {
    ZonedDateTime time = (ZonedDateTime) value;
    long zone = Slots.reserve(position, FIXED_BYTES, limit);
    FixedTypes.putDateTime(time.toLocalDateTime(), medium, position);
    FixedTypes.putOffset(time.getOffset(), medium, position + 16);
    return medium.writeText(time.getZone().getId(), zone, limit);
  }

  @Override
  public Object read(Medium medium, long position, long end) {
    long zone = Slots.block(position, FIXED_BYTES, end);
    String id = medium.readText(zone, end);
    try {
      LocalDateTime local = FixedTypes.dateTime(medium, position);
      ZoneOffset offset = FixedTypes.offset(medium, position + 16);
      return ZonedDateTime.ofInstant(local, offset, TimeTypes.ZONES.make(id));
    } catch (Exception e) {
      throw Failures.corrupt(e, ZonedDateTime.class, position);
    }
  }
}
