// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.evolution.SchemaCache;
import dev.segue.serializer.internal.growing.Growing;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The part of a [Serializer] that creates objects for many payloads: writers and readers of
/// streams, encoders and decoders of connections, and cursors over views.
abstract sealed class StreamingSerializer extends DescribedSerializer permits Serializer {

  final Growing growing;

  /// @param schemas the schemas of other writers; null if payloads carry none
  /// @param options a description of the options
  StreamingSerializer(
      Assembly assembly, @Nullable SchemaCache schemas, Growing growing, String options) {
    super(assembly, schemas, new Reading(growing, assembly), options);
    this.growing = growing;
  }

  /// Creates a cursor over views of payloads: an interface whose methods name fields of a class
  /// reads these fields straight from memory, without creating the object. [ViewCursor] describes
  /// what the methods can return. The code of a view is generated once for each serializer.
  ///
  /// @param view the interface
  /// @param type the registered class whose fields the methods name
  /// @param <V> the interface
  /// @return a cursor, for one thread at a time
  /// @throws IllegalArgumentException if a method of the interface names a field that the class
  ///   does not have, or returns a type that does not fit the field's; or if the class is not
  ///   registered as a class with fields
  /// @throws SerializationException if the interface is not accessible: its package must be open to
  ///   this module
  @SuppressWarnings("unchecked") // a cursor of the interface's views
  public <V> ViewCursor<V> view(Class<V> view, Class<?> type) {
    Objects.requireNonNull(view, "view");
    Objects.requireNonNull(type, "type");
    return (ViewCursor<V>) views().of(view, type).cursor();
  }

  /// Creates a writer of objects to a stream, each of up to [Serializer#DEFAULT_MAX_PAYLOAD_BYTES].
  ///
  /// @param stream the stream to write to; closed with the writer. Each object is written in one
  ///   call, so a buffered stream is not needed
  /// @return a writer, for one thread at a time
  public PayloadWriter writer(OutputStream stream) {
    return writer(stream, Serializer.DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Creates a writer of objects to a stream.
  ///
  /// @param stream the stream to write to; closed with the writer
  /// @param maxPayloadBytes the maximum length of a payload in bytes; at most the reader's
  /// @return a writer, for one thread at a time
  /// @throws IllegalArgumentException if the maximum is not positive
  public PayloadWriter writer(OutputStream stream, int maxPayloadBytes) {
    return new PayloadWriter(growing, payload, stream, maxPayloadBytes);
  }

  /// Creates a writer of objects to a channel, each of up to
  /// [Serializer#DEFAULT_MAX_PAYLOAD_BYTES].
  ///
  /// @param channel the channel to write to; closed with the writer. In non-blocking mode, the
  ///   writer's methods throw [java.nio.channels.IllegalBlockingModeException]
  /// @return a writer, for one thread at a time
  public PayloadWriter writer(WritableByteChannel channel) {
    return writer(channel, Serializer.DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Creates a writer of objects to a channel, as [#writer(WritableByteChannel)] does.
  ///
  /// @param channel the channel to write to; closed with the writer
  /// @param maxPayloadBytes the maximum length of a payload in bytes; at most the reader's
  /// @return a writer, for one thread at a time
  /// @throws IllegalArgumentException if the maximum is not positive
  public PayloadWriter writer(WritableByteChannel channel, int maxPayloadBytes) {
    Objects.requireNonNull(channel, "channel");
    return writer(Channels.newOutputStream(channel), maxPayloadBytes);
  }

  /// Creates a reader of objects from a stream, each of up to
  /// [Serializer#DEFAULT_MAX_PAYLOAD_BYTES].
  ///
  /// @param stream the stream to read from; closed with the reader
  /// @return a reader, for one thread at a time
  public PayloadReader reader(InputStream stream) {
    return reader(stream, Serializer.DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Creates a reader of objects from a stream.
  ///
  /// @param stream the stream to read from; closed with the reader
  /// @param maxPayloadBytes the maximum length of a payload in bytes; a longer one is refused as
  ///   soon as its header is read
  /// @return a reader, for one thread at a time
  /// @throws IllegalArgumentException if the maximum is not positive
  public PayloadReader reader(InputStream stream, int maxPayloadBytes) {
    return new PayloadReader(payload, reading, stream, maxPayloadBytes);
  }

  /// Creates a reader of objects from a channel, each of up to
  /// [Serializer#DEFAULT_MAX_PAYLOAD_BYTES].
  ///
  /// @param channel the channel to read from; closed with the reader. In non-blocking mode, the
  ///   reader's methods throw [java.nio.channels.IllegalBlockingModeException]
  /// @return a reader, for one thread at a time
  public PayloadReader reader(ReadableByteChannel channel) {
    return reader(channel, Serializer.DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /// Creates a reader of objects from a channel, as [#reader(ReadableByteChannel)] does.
  ///
  /// @param channel the channel to read from; closed with the reader
  /// @param maxPayloadBytes the maximum length of a payload in bytes
  /// @return a reader, for one thread at a time
  /// @throws IllegalArgumentException if the maximum is not positive
  public PayloadReader reader(ReadableByteChannel channel, int maxPayloadBytes) {
    Objects.requireNonNull(channel, "channel");
    return reader(Channels.newInputStream(channel), maxPayloadBytes);
  }

  /// Creates a writer of the payloads of one connection, to buffers.
  ///
  /// @return an encoder, for one thread at a time
  public PayloadEncoder encoder() {
    return new PayloadEncoder(growing, payload);
  }

  /// Creates a reader of the payloads of one connection, from buffers.
  ///
  /// @return a decoder, for one thread at a time
  public PayloadDecoder decoder() {
    return new PayloadDecoder(payload, reading);
  }
}
