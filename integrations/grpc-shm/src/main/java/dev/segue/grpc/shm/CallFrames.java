// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.internal.BodyReader;
import dev.segue.grpc.shm.internal.BodyWriter;
import dev.segue.grpc.shm.internal.DamagedFrameException;
import dev.segue.grpc.shm.internal.Frames;
import dev.segue.grpc.shm.internal.MetadataCodec;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/// Creates and reads all frames of a call except messages.
final class CallFrames {

  /// The header that names the encoding of messages.
  static final Metadata.Key<String> ENCODING =
      Metadata.Key.of("grpc-encoding", Metadata.ASCII_STRING_MARSHALLER);

  private static final Metadata.Key<Long> TIMEOUT =
      Metadata.Key.of("grpc-timeout", new TimeoutMarshaller());

  private static final long NO_TIMEOUT = -1;

  private CallFrames() {}

  /// A frame that is ready to be sent.
  ///
  /// @param bytes the frame
  /// @param metadataSize the size of the metadata in it, as gRPC counts it
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Encoded(byte[] bytes, int metadataSize) {

    /// Returns why the peer would refuse the frame, or null if it accepts the frame.
    ///
    /// @param what whose metadata this is, for the message
    /// @param most the maximum size of metadata that the peer accepts
    /// @param room the longest frame
    @Nullable Status refusal(String what, int most, long room) {
      if (metadataSize > most) {
        return Status.RESOURCE_EXHAUSTED.withDescription(
            "%s metadata larger than %d: %d".formatted(what, most, metadataSize));
      }
      return bytes.length <= room
          ? null
          : Status.RESOURCE_EXHAUSTED.withDescription(
              "%s metadata of %d bytes is too long for lanes in which half of the capacity is %d bytes: connect with more laneCapacity"
                  .formatted(what, bytes.length, room));
    }
  }

  /// The headers of a call.
  ///
  /// @param timeoutNanos the remaining time, or null
  /// @param method its full name
  /// @param encoding the encoding of compressed messages, or null
  /// @param metadata everything else
  record Request(
      @Nullable Long timeoutNanos,
      String method,
      String authority,
      @Nullable String encoding,
      Metadata metadata,
      int metadataSize) {}

  static Encoded request(
      long call,
      @Nullable Long timeoutNanos,
      String method,
      String authority,
      @Nullable String encoding,
      Metadata metadata) {
    BodyWriter out = new BodyWriter().begin();
    out.putLong(timeoutNanos == null ? NO_TIMEOUT : Math.max(0, timeoutNanos));
    out.putString(method).putString(authority).putString(encoding);
    int size = MetadataCodec.write(metadata, out);
    return new Encoded(out.end(call, Frames.REQUEST, 0, 0).toBytes(), size);
  }

  /// @param most the size above which metadata is not read
  static Request readRequest(byte[] body, int most) {
    BodyReader in = new BodyReader(body);
    long timeout = in.getLong();
    String method = in.getText();
    String authority = in.getText();
    String encoding = in.getString();
    Metadata metadata = new Metadata();
    int size = MetadataCodec.read(in, metadata, most);
    if (encoding != null) {
      metadata.put(ENCODING, encoding);
    }
    if (timeout >= 0) {
      metadata.put(TIMEOUT, timeout);
    }
    return new Request(
        timeout < 0 ? null : (Long) timeout, method, authority, encoding, metadata, size);
  }

  /// The response headers of a call.
  ///
  /// @param encoding the encoding of compressed responses, or null
  record Response(@Nullable String encoding, Metadata metadata, int metadataSize) {}

  static Encoded response(long call, @Nullable String encoding, Metadata metadata) {
    BodyWriter out = new BodyWriter().begin().putString(encoding);
    int size = MetadataCodec.write(metadata, out);
    return new Encoded(out.end(call, Frames.RESPONSE, 0, 0).toBytes(), size);
  }

  /// @param most the size above which metadata is not read
  static Response readResponse(byte[] body, int most) {
    BodyReader in = new BodyReader(body);
    String encoding = in.getString();
    Metadata metadata = new Metadata();
    int size = MetadataCodec.read(in, metadata, most);
    if (encoding != null) {
      metadata.put(ENCODING, encoding);
    }
    return new Response(encoding, metadata, size);
  }

  /// The last frame that a server sends for a call.
  ///
  /// @param status the status in the frame
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Last(Status status, byte[] bytes) {}

  /// Creates the last frame of a call. If the client would refuse it, replaces its status by one
  /// that says so.
  ///
  /// @param flags 0, or {@link Frames#DEADLINE} or {@link Frames#REFUSED}
  static Last last(Status status, Metadata trailers, int flags, Limits limits) {
    Encoded frame = status(limits.call, status, trailers, flags);
    Status refusal = frame.refusal("Response header", limits.most, limits.room);
    if (refusal == null) {
      return new Last(status, frame.bytes);
    }
    int length = status(limits.call, status, new Metadata(), flags).bytes.length;
    if (length > limits.room) {
      refusal =
          Status.INTERNAL.withDescription(
              "a status %s with a description of %d bytes, where the longest is %d bytes"
                  .formatted(status.getCode(), length, limits.room));
    }
    return new Last(refusal, status(limits.call, refusal, new Metadata(), flags).bytes);
  }

  /// The limits of a call's client.
  ///
  /// @param call the number of the call
  /// @param most the maximum size of metadata
  /// @param room the longest frame
  record Limits(long call, int most, long room) {}

  private static Encoded status(long call, Status status, Metadata trailers, int flags) {
    BodyWriter out = new BodyWriter().begin().putString(status.getDescription());
    int size = MetadataCodec.write(trailers, out);
    return new Encoded(
        out.end(call, Frames.STATUS, flags, status.getCode().value()).toBytes(), size);
  }

  /// The end of a call.
  record End(Status status, Metadata trailers, int metadataSize) {}

  /// @param most the size above which metadata is not read
  static End readStatus(int code, byte[] body, int most) {
    BodyReader in = new BodyReader(body);
    Status status = status(code, in.getString());
    Metadata trailers = new Metadata();
    int size = MetadataCodec.read(in, trailers, most);
    return new End(status, trailers, size);
  }

  /// The status of all calls of a connection that the peer has closed.
  static Status readClose(int code, byte[] body) {
    Status status = status(code, new BodyReader(body).getString());
    if (status.isOk()) {
      throw new DamagedFrameException("a connection that is closed with the status OK");
    }
    return status;
  }

  private static Status status(int code, @Nullable String description) {
    if (code < 0 || code > Status.Code.UNAUTHENTICATED.value()) {
      throw new DamagedFrameException("the status code " + code);
    }
    return Status.fromCodeValue(code).withDescription(description);
  }

  static byte[] empty(long call, int type, int value) {
    return new BodyWriter().begin().end(call, type, 0, value).toBytes();
  }

  /// The text form of timeouts in gRPC's headers: at most eight digits and a unit.
  private static final class TimeoutMarshaller implements Metadata.AsciiMarshaller<Long> {
    private static final long LIMIT = 100_000_000;
    private static final String UNITS = "numSMH";
    private static final long[] NANOS = {
      1, 1_000, 1_000_000, 1_000_000_000, 60_000_000_000L, 3_600_000_000_000L
    };

    @Override
    public String toAsciiString(Long nanos) {
      int unit = 0;
      while (nanos / NANOS[unit] >= LIMIT && unit < NANOS.length - 1) {
        unit++;
      }
      return nanos / NANOS[unit] + UNITS.substring(unit, unit + 1);
    }

    @Override
    public Long parseAsciiString(String text) {
      int last = text.length() - 1;
      int unit = last < 1 ? -1 : UNITS.indexOf(text.charAt(last));
      if (unit < 0) {
        throw new IllegalArgumentException("not a timeout: " + text);
      }
      return Long.parseLong(text, 0, last, 10) * NANOS[unit];
    }
  }
}
