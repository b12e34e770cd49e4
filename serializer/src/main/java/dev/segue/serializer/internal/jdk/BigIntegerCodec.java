// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.registry.ScalarCodec;
import dev.segue.serializer.internal.wire.Form;
import java.math.BigInteger;

/// The codec of [BigInteger]; see [WholeNumbers] for the format.
record BigIntegerCodec() implements ScalarCodec {

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
    return WholeNumbers.write((BigInteger) value, buffer, position, limit);
  }

  @Override
  public Object read(PayloadBuffer buffer, long position, long end) {
    WholeNumbers.charge(buffer, position, end);
    return WholeNumbers.read(buffer, position, end, BigInteger.class);
  }
}
