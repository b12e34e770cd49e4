// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.wire.Form;

/// How the values of one type are written and read that are made of bytes alone, and hold no other
/// values. Implementations are records: to generated code one of them is a constant, and the JIT
/// takes the fields of records for constants too, so that nothing remains of calls to what they
/// hold.
public interface Leaf {

  /// See [ObjectCodec#isTracked()].
  boolean isTracked();

  /// See [ObjectCodec#isTracked(Object)].
  default boolean isTracked(Object value) {
    return isTracked();
  }

  Form form();

  /// Writes a value of the type, and returns where it ends.
  long write(Object value, Medium medium, long position, long limit);

  Object read(Medium medium, long position, long end);
}
