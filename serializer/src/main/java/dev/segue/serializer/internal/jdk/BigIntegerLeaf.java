// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.registry.Leaf;
import dev.segue.serializer.internal.wire.Form;
import java.math.BigInteger;

/// [BigInteger]: see [WholeNumbers].
record BigIntegerLeaf() implements Leaf {

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
    return WholeNumbers.write((BigInteger) value, medium, position, limit);
  }

  @Override
  public Object read(Medium medium, long position, long end) {
    WholeNumbers.charge(medium, position, end);
    return WholeNumbers.read(medium, position, end, BigInteger.class);
  }
}
