// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;

/// Reads constants of a writer's enum; constants that the reader lacks are read as kept objects.
final class KeptConstantCodec extends ForeignCodec {

  private final EnumConstants constants;
  private final ObjectCodec unknown;

  /// @param unknown reads the constants that the reader lacks
  KeptConstantCodec(EnumConstants constants, ObjectCodec unknown) {
    this.constants = constants;
    this.unknown = unknown;
  }

  @Override
  public boolean isTracked() {
    return false;
  }

  @Override
  public Form form() {
    return new Form.Constant(constants);
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    Slots.finish(Slots.block(position, Integer.BYTES, end), end);
    int number = buffer.getInt(position);
    Object constant =
        number > 0 && number <= constants.values().length ? constants.values()[number - 1] : null;
    return constant != null ? constant : unknown.readFrom(buffer, position, end, depth);
  }
}
