// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.stub.CallStreamObserver;
import io.grpc.stub.StreamObserver;

/// An observer for the messages of a call, with the flow control of one observer and the guards of
/// another.
final class Sink extends CallStreamObserver<Object> {

  private final CallStreamObserver<?> call;
  private final StreamObserver<Object> target;

  Sink(CallStreamObserver<?> call, StreamObserver<Object> target) {
    this.call = call;
    this.target = target;
  }

  @Override
  public boolean isReady() {
    return call.isReady();
  }

  @Override
  public void setOnReadyHandler(Runnable handler) {
    call.setOnReadyHandler(handler);
  }

  @Override
  public void disableAutoInboundFlowControl() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void request(int messages) {
    call.request(messages);
  }

  @Override
  public void setMessageCompression(boolean enable) {
    call.setMessageCompression(enable);
  }

  @Override
  public void onNext(Object message) {
    target.onNext(message);
  }

  @Override
  public void onError(Throwable failure) {
    target.onError(failure);
  }

  @Override
  public void onCompleted() {
    target.onCompleted();
  }
}
