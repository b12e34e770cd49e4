// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.stub.StreamObserver;
import java.lang.reflect.Type;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/// How a method of a service takes its requests, or returns its responses.
enum MessageKind {
  /// No message: an empty one is sent.
  NONE,
  /// One message.
  ONE,
  /// One message, later.
  FUTURE,
  /// A stream, which blocks its reader.
  ITERATOR,
  /// A stream with back-pressure.
  PUBLISHER,
  /// A stream of calls.
  OBSERVER;

  private static final Map<Class<?>, MessageKind> KINDS =
      Map.of(
          void.class, NONE,
          Void.class, NONE,
          CompletableFuture.class, FUTURE,
          CompletionStage.class, FUTURE,
          Iterator.class, ITERATOR,
          Flow.Publisher.class, PUBLISHER,
          StreamObserver.class, OBSERVER);

  /// The kind of a parameter or result of a class; any class without a meaning in gRPC is a
  /// message.
  static MessageKind of(Class<?> raw) {
    return KINDS.getOrDefault(raw, ONE);
  }

  boolean isStream() {
    return this == ITERATOR || this == PUBLISHER || this == OBSERVER;
  }

  /// Whether the messages are the argument of a generic type.
  boolean isWrapped() {
    return this == FUTURE || isStream();
  }

  /// Messages on one side of a method.
  ///
  /// @param kind how they are passed
  /// @param type the type of each; `void` if there is none
  record Messages(MessageKind kind, Type type) {}
}
