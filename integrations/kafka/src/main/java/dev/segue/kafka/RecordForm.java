// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/// The form of the keys or of the values of records.
///
/// Failures of a record are of any of the unchecked types of Segue's modules; [Failures] turns them
/// into Kafka's.
interface RecordForm extends AutoCloseable {
  /// Writes a key or value.
  ///
  /// @param headers get a header that describes the value; null for none
  byte[] write(@Nullable Headers headers, Object data);

  /// Reads a key or value from all of a buffer's remaining bytes. The buffer's position may move.
  @Nullable Object read(ByteBuffer data);

  /// Whether [#close] releases anything. If not, several clients can share the form, each of which
  /// closes it.
  boolean holdsResources();

  @Override
  void close();
}
