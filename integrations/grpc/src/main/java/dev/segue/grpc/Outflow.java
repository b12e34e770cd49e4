// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.Status;
import io.grpc.stub.CallStreamObserver;
import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Sends outgoing messages, no faster than the peer accepts them.
///
/// The owner calls [#onReady] and [#cancel] when gRPC notifies it.
final class Outflow implements Flow.Subscriber<Object> {

  private final Method method;
  private final CallStreamObserver<Object> target;
  private final UnaryOperator<Throwable> failures;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// Guarded by the lock, as are the next three fields.
  private Flow.@Nullable Subscription subscription;

  /// Whether a message was requested from the publisher and has not arrived.
  private boolean isWaiting;

  private boolean isCancelled;

  /// The thread that is running the code of an iterator.
  private @Nullable Thread reader;

  /// @param method the method of the messages, for errors
  /// @param target the destination of the messages
  /// @param failures converts a failure to the exception for the peer
  Outflow(Method method, CallStreamObserver<Object> target, UnaryOperator<Throwable> failures) {
    this.method = method;
    this.target = target;
    this.failures = failures;
  }

  /// Sends all messages of an iterator, in this thread, and completes the stream. Waits while the
  /// peer is not ready. If the call ends while the iterator is blocked, this thread is interrupted.
  void sendAll(Iterator<?> messages) {
    try {
      while (beginReading()) {
        boolean hasMessage = messages.hasNext();
        Object message = hasMessage ? messages.next() : null;
        endReading();
        if (!hasMessage) {
          onComplete();
          return;
        }
        if (message == null) {
          throw Failures.ofNullInStream(method);
        }
        if (!awaitReady()) {
          return;
        }
        target.onNext(message);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(Status.CANCELLED.withDescription("interrupted").withCause(e).asRuntimeException());
    } catch (RuntimeException | Error e) {
      endReading();
      fail(e);
    }
  }

  /// Starts a section in which the end of the call interrupts this thread.
  ///
  /// @return false if the call has ended
  private boolean beginReading() {
    lock.lock();
    try {
      reader = isCancelled ? null : Thread.currentThread();
      return !isCancelled;
    } finally {
      lock.unlock();
    }
  }

  /// Ends the section in which the end of the call interrupts this thread, and clears such an
  /// interrupt.
  private void endReading() {
    lock.lock();
    try {
      if (reader != null && isCancelled) {
        boolean _ = Thread.interrupted();
      }
      reader = null;
    } finally {
      lock.unlock();
    }
  }

  /// Ends the stream with a failure, unless the call has ended.
  void fail(Throwable failure) {
    boolean isOver;
    lock.lock();
    try {
      isOver = isCancelled;
    } finally {
      lock.unlock();
    }
    if (!isOver) {
      target.onError(failures.apply(failure));
    }
  }

  /// @return false if the call was cancelled
  private boolean awaitReady() throws InterruptedException {
    lock.lock();
    try {
      while (!isCancelled && !target.isReady()) {
        changed.await();
      }
      return !isCancelled;
    } finally {
      lock.unlock();
    }
  }

  /// Called when the peer may have become ready.
  void onReady() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    requestIfReady();
  }

  /// Called when the call has ended: stops sending.
  void cancel() {
    Flow.Subscription open;
    lock.lock();
    try {
      isCancelled = true;
      open = subscription;
      if (reader != null) {
        reader.interrupt();
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (open != null) {
      open.cancel();
    }
  }

  @Override
  public void onSubscribe(Flow.Subscription begun) {
    boolean isOver;
    lock.lock();
    try {
      isOver = isCancelled || subscription != null;
      subscription = isOver ? subscription : begun;
    } finally {
      lock.unlock();
    }
    if (isOver) {
      begun.cancel();
    } else {
      requestIfReady();
    }
  }

  /// Requests one message from the publisher, if the last one has arrived and the peer is ready.
  private void requestIfReady() {
    Flow.Subscription open;
    lock.lock();
    try {
      open = isCancelled || isWaiting || !target.isReady() ? null : subscription;
      isWaiting |= open != null;
    } finally {
      lock.unlock();
    }
    if (open != null) {
      open.request(1);
    }
  }

  @Override
  public void onNext(@Nullable Object message) {
    if (message == null) {
      fail(Failures.ofNullInStream(method));
      cancel();
      return;
    }
    lock.lock();
    try {
      isWaiting = false;
      if (isCancelled) {
        return;
      }
    } finally {
      lock.unlock();
    }
    target.onNext(message);
    requestIfReady();
  }

  @Override
  public void onError(Throwable failure) {
    fail(failure);
  }

  @Override
  public void onComplete() {
    boolean isOver;
    lock.lock();
    try {
      isOver = isCancelled;
    } finally {
      lock.unlock();
    }
    if (!isOver) {
      target.onCompleted();
    }
  }
}
