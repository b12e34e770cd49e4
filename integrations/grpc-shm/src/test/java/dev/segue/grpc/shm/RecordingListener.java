// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Records the notifications of a client's call.
final class RecordingListener extends ClientCall.Listener<String> {

  final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  final CompletableFuture<Metadata> headers = new CompletableFuture<>();
  final CompletableFuture<Status> status = new CompletableFuture<>();
  final CompletableFuture<Metadata> trailers = new CompletableFuture<>();
  final AtomicInteger ready = new AtomicInteger();

  @Override
  public void onHeaders(Metadata received) {
    headers.complete(received);
  }

  @Override
  public void onMessage(String message) {
    messages.add(message);
  }

  @Override
  public void onClose(Status closed, Metadata received) {
    status.complete(closed);
    trailers.complete(received);
  }

  @Override
  public void onReady() {
    ready.incrementAndGet();
  }

  Status awaitStatus() throws Exception {
    return status.get(CallTest.PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
