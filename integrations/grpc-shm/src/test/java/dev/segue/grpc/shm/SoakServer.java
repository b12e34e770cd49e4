// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.BIDI;
import static dev.segue.grpc.shm.TextService.SERVER_STREAM;
import static dev.segue.grpc.shm.TextService.UNARY;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// A server in another process, whose small pool rejects some calls. When its standard input ends,
/// it shuts down and lets its calls end.
final class SoakServer {

  private static final int THREADS = 1;
  private static final int QUEUE = 3;
  private static final int MOST_WORK_MICROS = 2000;
  private static final int RETRY_MILLIS = 10;

  private SoakServer() {}

  public static void main(String[] arguments) throws Exception {
    Server server = start(Path.of(arguments[0]));
    Peer.say("ready");
    Peer.awaitEnd();
    server.shutdown().awaitTermination();
    System.exit(0);
  }

  /// Starts a server as soon as the path is free.
  private static Server start(Path path) throws IOException, InterruptedException {
    while (true) {
      try {
        return ShmServerBuilder.forPath(path)
            .executor(pool())
            .addService(service())
            .build()
            .start();
      } catch (IOException e) {
        if (!String.valueOf(e.getMessage()).contains("another server")) {
          throw e;
        }
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }

  private static Executor pool() {
    return new ThreadPoolExecutor(
        THREADS,
        THREADS,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(QUEUE),
        Thread.ofPlatform().daemon().factory());
  }

  private static ServerServiceDefinition service() {
    return ServerServiceDefinition.builder("Texts")
        .addMethod(
            UNARY,
            ShmTest.echo(text -> {
              work();
              return text;
            }))
        .addMethod(
            SERVER_STREAM,
            ServerCalls.asyncServerStreamingCall((String text, StreamObserver<String> observer) -> {
              for (int i = 0; i < SoakCalls.STREAMED; i++) {
                observer.onNext(text + i);
              }
              work();
              observer.onCompleted();
            }))
        .addMethod(BIDI, ServerCalls.asyncBidiStreamingCall(SoakServer::echoing))
        .build();
  }

  private static void work() {
    long end = System.nanoTime() + 1000L * ThreadLocalRandom.current().nextInt(MOST_WORK_MICROS);
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  private static StreamObserver<String> echoing(StreamObserver<String> observer) {
    return new StreamObserver<>() {
      @Override
      public void onNext(String text) {
        observer.onNext(text);
      }

      @Override
      public void onError(Throwable failure) {
        observer.onError(Status.CANCELLED.asRuntimeException());
      }

      @Override
      public void onCompleted() {
        observer.onCompleted();
      }
    };
  }
}
