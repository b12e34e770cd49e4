// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A {@link Responder} whose requests and replies are values instead of bytes.
///
/// ```java
/// try (TypedResponder<Order, Receipt> responder = Responder.open(path, orders, receipts)) {
///   responder.serve(order -> book.execute(order));
/// }
/// ```
///
/// It is for one thread at a time, as its responder is. Any thread may call {@link #close()} at any
/// time.
///
/// @param <Q> the type of the requests
/// @param <R> the type of the replies
public final class TypedResponder<Q extends @Nullable Object, R extends @Nullable Object>
    implements AutoCloseable {

  private final Responder responder;
  private final MessageCodec<Q> requestCodec;
  private final MessageCodec<R> replyCodec;
  private final CodecMemory memory = new CodecMemory();

  TypedResponder(Responder responder, MessageCodec<Q> requestCodec, MessageCodec<R> replyCodec) {
    this.responder = responder;
    this.requestCodec = requestCodec;
    this.replyCodec = replyCodec;
  }

  /// Answers requests until this responder is closed, by another thread or by the function.
  ///
  /// @param function computes the reply of a request; when it throws, the requester gets the text
  ///   of the exception
  /// @throws TransportException as {@link Responder#serve}
  /// @throws IllegalStateException if another thread is using the responder
  public void serve(Function<? super Q, ? extends R> function) {
    responder.serve(handler(function));
  }

  /// Answers the available requests, and waits for a request if there is none.
  ///
  /// @param function computes the reply of a request; when it throws, the requester gets the text
  ///   of the exception
  /// @param limit the largest number of requests to answer
  /// @param timeout how long to wait for the first request; zero: do not wait
  /// @return the number of requests
  /// @throws TransportException as {@link Responder#poll}
  /// @throws IllegalStateException if the responder is closed, the function polls it, or another
  ///   thread is using it
  public int poll(Function<? super Q, ? extends R> function, int limit, Duration timeout) {
    return responder.poll(handler(function), limit, timeout);
  }

  private RequestHandler handler(Function<? super Q, ? extends R> function) {
    return (request, reply) -> {
      R value = function.apply(memory.read(requestCodec, request));
      return memory.write(replyCodec, value, reply);
    };
  }

  /// The number of replies that could not be delivered; see {@link Responder#undeliverable()}.
  ///
  /// @return replies since this responder was opened
  public long undeliverable() {
    return responder.undeliverable();
  }

  /// Leaves the service. Other responders get the requests that were not answered. Closing a second
  /// time has no effect.
  @Override
  public void close() {
    responder.close();
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return responder.toString();
  }
}
