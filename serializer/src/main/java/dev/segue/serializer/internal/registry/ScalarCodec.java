// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.wire.Form;

/// Writes and reads the values of a type that contains no other values. Implementations are
/// records: generated code holds them as constants, and the JIT treats the fields of records as
/// constants too, so that calls to the components are inlined.
public interface ScalarCodec {

  /// See [ObjectCodec#isTracked()].
  boolean isTracked();

  /// See [ObjectCodec#isTracked(Object)].
  default boolean isTracked(Object value) {
    return isTracked();
  }

  Form form();

  /// Writes a value of the type, and returns its end.
  long write(Object value, PayloadBuffer buffer, long position, long limit);

  Object read(PayloadBuffer buffer, long position, long end);
}
