// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

/// Where a transport calls the code of applications.
enum Place {
  CREDENTIALS,
  METADATA,
  REQUEST_STREAM,
  REQUEST_READ,
  REQUEST_DRAIN,
  REQUEST_COMPRESSOR,
  RESPONSE_PARSE,
  CLIENT_EXECUTOR(true),
  ON_HEADERS,
  ON_MESSAGE,
  ON_CLOSE,
  CLIENT_TRACER_FACTORY,
  STREAM_CREATED,
  PENDING_STREAM,
  OUTBOUND_HEADERS,
  CLIENT_OUTBOUND_MESSAGE,
  CLIENT_OUTBOUND_MESSAGE_SENT,
  INBOUND_HEADERS(true),
  INBOUND_TRAILERS(true),
  CLIENT_INBOUND_MESSAGE(true),
  CLIENT_INBOUND_MESSAGE_READ(true),
  CLIENT_STREAM_CLOSED(true),

  FALLBACK_REGISTRY(true),
  SERVER_TRACER_FACTORY(true),
  FILTER_CONTEXT(true),
  SERVER_INBOUND_MESSAGE(true),
  SERVER_INBOUND_MESSAGE_READ(true),
  SERVER_EXECUTOR(true),
  CALL_STARTED,
  EXECUTOR_SUPPLIER,
  START_CALL,
  REQUEST_PARSE,
  ON_SERVER_MESSAGE,
  ON_HALF_CLOSE,
  RESPONSE_STREAM,
  RESPONSE_DRAIN,
  SERVER_OUTBOUND_MESSAGE,
  SERVER_OUTBOUND_MESSAGE_SENT,
  ON_COMPLETE,
  SERVER_STREAM_CLOSED;

  private final boolean onReadingThread;

  Place() {
    this(false);
  }

  Place(boolean onReadingThread) {
    this.onReadingThread = onReadingThread;
  }

  /// Whether this runs on the thread that reads the connection, as on gRPC's event loops. Code that
  /// blocks there delays the other calls of the connection.
  boolean isOnReadingThread() {
    return onReadingThread;
  }

  /// Whether the call can end at the client while this code runs. It cannot while its start or its
  /// callbacks are running.
  boolean letsCallEnd() {
    return switch (this) {
      case CLIENT_TRACER_FACTORY, STREAM_CREATED, OUTBOUND_HEADERS, METADATA -> false;
      case ON_HEADERS, ON_MESSAGE, ON_CLOSE, RESPONSE_PARSE -> false;
      default -> !onReadingThread;
    };
  }
}
