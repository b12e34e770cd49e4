// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import dev.segue.serializer.Serializer;
import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/// The form of values: payloads of the serializer, or envelopes with a compressed payload. The
/// first byte distinguishes them, so that compression can be switched on and off while records of
/// both kinds exist.
final class ValueForm implements RecordForm {
  private final Serializer serializer;
  private final Class<?> type;
  private final Compression compression;
  private final @Nullable FormatHeader header;

  /// Released with the form; null if schemas are not on a topic, or belong to the caller.
  private final @Nullable TopicSchemaRegistry schemas;

  ValueForm(
      Serializer serializer,
      Class<?> type,
      Compression compression,
      boolean hasHeader,
      @Nullable TopicSchemaRegistry schemas) {
    this.serializer = serializer;
    this.type = type;
    this.compression = compression;
    this.header = hasHeader ? new FormatHeader() : null;
    this.schemas = schemas;
  }

  @Override
  public byte[] write(@Nullable Headers headers, Object data) {
    byte[] payload = serializer.toBytes(data);
    byte[] value = compression.compress(payload);
    if (headers != null) {
      putHeader(headers, payload, value);
    }
    return value;
  }

  private void putHeader(Headers headers, byte[] payload, byte[] value) {
    if (header == null) {
      FormatHeader.remove(headers);
    } else {
      header.put(headers, payload, Compression.isCompressed(value[0]));
    }
  }

  @Override
  public @Nullable Object read(ByteBuffer data) {
    if (!data.hasRemaining()) {
      throw new MalformedRecordException(
          "the value is empty, which no value of Segue is; a tombstone is null");
    }
    ByteBuffer payload =
        Compression.isCompressed(data.get(data.position())) ? compression.decompress(data) : data;
    int length = payload.remaining();
    Object value = serializer.readOrNull(payload, type);
    if (payload.hasRemaining()) {
      throw new MalformedRecordException(
          "the value has %d bytes, but its payload ends after %d"
              .formatted(length, length - payload.remaining()));
    }
    return value;
  }

  @Override
  public boolean holdsResources() {
    return schemas != null || compression.holdsDictionaries();
  }

  @Override
  public void close() {
    try {
      compression.close();
    } finally {
      if (schemas != null) {
        schemas.close();
      }
    }
  }
}
