// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.stub.StreamObserver;
import java.lang.reflect.Type;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/// The form in which a service method takes its requests, or returns its responses.
enum MessageKind {
  /// No message: an empty message is sent.
  NONE,
  /// One message.
  ONE,
  /// One message in a future.
  FUTURE,
  /// A stream as an iterator, which blocks its reader.
  ITERATOR,
  /// A stream as a publisher, with back-pressure.
  PUBLISHER,
  /// A stream as calls of an observer.
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

  /// Returns the kind of a parameter or result of the given class; any class without a special
  /// meaning is a message.
  static MessageKind of(Class<?> raw) {
    return KINDS.getOrDefault(raw, ONE);
  }

  boolean isStream() {
    return this == ITERATOR || this == PUBLISHER || this == OBSERVER;
  }

  /// Whether the type of the messages is a type argument.
  boolean isWrapped() {
    return this == FUTURE || isStream();
  }

  /// The requests or the responses of a method.
  ///
  /// @param kind how the messages are passed
  /// @param type the type of each message; `void` if there is none
  record Messages(MessageKind kind, Type type) {}
}
