// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/// Writes and reads the keys or the values of records.
///
/// Failures are unchecked exceptions of any of Segue's modules, which [Failures] turns into Kafka's
/// exceptions.
interface RecordForm extends AutoCloseable {
  /// Writes a key or value.
  ///
  /// @param headers receive a header that describes the value; null: no header
  byte[] write(@Nullable Headers headers, Object data);

  /// Reads a key or value from all of a buffer's remaining bytes. The buffer's position may move.
  @Nullable Object read(ByteBuffer data);

  /// Whether [#close] releases anything. If not, several clients can share the form and each close
  /// it.
  boolean holdsResources();

  @Override
  void close();
}
