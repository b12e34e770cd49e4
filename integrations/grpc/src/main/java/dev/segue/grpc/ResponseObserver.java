// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

/// The observer that a service method gets: it forwards messages to a guarding observer, and
/// control methods to the call.
final class ResponseObserver extends ServerCallStreamObserver<Object> {

  private final ServerCallStreamObserver<Object> call;
  private final StreamObserver<Object> target;

  ResponseObserver(ServerCallStreamObserver<Object> call, StreamObserver<Object> target) {
    this.call = call;
    this.target = target;
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

  @Override
  public boolean isCancelled() {
    return call.isCancelled();
  }

  @Override
  public void setOnCancelHandler(Runnable handler) {
    call.setOnCancelHandler(handler);
  }

  @Override
  public void setOnCloseHandler(Runnable handler) {
    call.setOnCloseHandler(handler);
  }

  @Override
  public void setOnReadyThreshold(int bytes) {
    call.setOnReadyThreshold(bytes);
  }

  @Override
  public void setCompression(String compression) {
    call.setCompression(compression);
  }

  @Override
  public void setMessageCompression(boolean enable) {
    call.setMessageCompression(enable);
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
  public void disableAutoRequest() {
    call.disableAutoRequest();
  }

  @Override
  @SuppressWarnings("deprecation") // forwarded for code that still calls it
  public void disableAutoInboundFlowControl() {
    call.disableAutoInboundFlowControl();
  }

  @Override
  public void request(int messages) {
    call.request(messages);
  }
}
