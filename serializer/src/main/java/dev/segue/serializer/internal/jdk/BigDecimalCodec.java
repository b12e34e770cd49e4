// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.registry.ScalarCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.math.BigDecimal;

/// The codec of [BigDecimal]. The format is the scale, then the unscaled value, see [WholeNumbers].
record BigDecimalCodec() implements ScalarCodec {

  private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final BigDecimal MIN_LONG = MAX_LONG.negate();

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
    BigDecimal decimal = (BigDecimal) value;
    long unscaled = Slots.reserve(position, Integer.BYTES, limit);
    int scale = decimal.scale();
    buffer.putInt(position, scale);
    // Avoids a BigInteger for the unscaled value. BigDecimal.precision() would be slower.
    BigDecimal whole = decimal.scaleByPowerOfTen(scale);
    if (whole.compareTo(MIN_LONG) >= 0 && whole.compareTo(MAX_LONG) <= 0) {
      return WholeNumbers.write(whole.longValue(), buffer, unscaled, limit);
    }
    return WholeNumbers.write(decimal.unscaledValue(), buffer, unscaled, limit);
  }

  @Override
  public Object read(PayloadBuffer buffer, long position, long end) {
    WholeNumbers.charge(buffer, position, end);
    long unscaled = Slots.block(position, Integer.BYTES, end);
    int scale = buffer.getInt(position);
    if (WholeNumbers.isLong(unscaled, end)) {
      return BigDecimal.valueOf(WholeNumbers.readLong(buffer, unscaled, end), scale);
    }
    return new BigDecimal(WholeNumbers.read(buffer, unscaled, end, BigDecimal.class), scale);
  }
}
