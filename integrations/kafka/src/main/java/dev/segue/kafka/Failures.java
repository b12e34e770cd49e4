// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import dev.segue.compression.CompressionException;
import org.apache.kafka.common.errors.SerializationException;

/// Turns failures of a record into Kafka's exception for them, with Segue's message in it.
///
/// Kafka's own exceptions pass unchanged: an unreadable topic of schemas is not a fault of the
/// record, which must not be skipped because of it.
final class Failures {
  private Failures() {}

  /// @param what the failed operation, such as `cannot read a value of topic orders`
  static RuntimeException of(RuntimeException failure, String what) {
    if (failure instanceof dev.segue.serializer.SerializationException
        || failure instanceof CompressionException
        || failure instanceof MalformedRecordException) {
      return new SerializationException(what + ": " + failure.getMessage(), failure);
    }
    return failure;
  }
}
