// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Threads that all channels and servers of the process share. They are daemon threads, and end
/// when idle.
final class Executors {

  /// Runs tasks on the thread that submits them.
  static final Executor DIRECT = Runnable::run;

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");
  private static final long LINGER_SECONDS = 10;

  private Executors() {}

  /// Runs the callbacks of calls that have no executor.
  static Executor callbacks() {
    return Shared.CALLBACKS;
  }

  /// Runs tasks that wait for room in a lane.
  static Executor helpers() {
    return Shared.HELPERS;
  }

  /// Runs the readers of connections that are not idle.
  static Executor readers() {
    return Shared.READERS;
  }

  /// Runs a possibly blocking task on the pool of callbacks, because other calls depend on this
  /// thread.
  static void elsewhere(Runnable task) {
    try {
      callbacks().execute(task);
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.WARNING, "no thread can be started", e);
      task.run();
    }
  }

  /// Runs deadlines. An expired deadline ends its call, which runs code of the application. So
  /// deadlines run on the pool of callbacks, where one that blocks does not delay the others.
  static ScheduledThreadPoolExecutor timer() {
    return Shared.TIMER;
  }

  private static final class Timer extends ScheduledThreadPoolExecutor {
    Timer(ThreadFactory factory) {
      super(1, factory);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      return super.schedule(() -> elsewhere(task), delay, unit);
    }
  }

  private static final class Shared {
    static final Executor CALLBACKS = cached("segue-grpc-shm-executor");
    static final Executor HELPERS = cached("segue-grpc-shm-writer");
    static final Executor READERS = cached("segue-grpc-shm-reader");
    static final ScheduledThreadPoolExecutor TIMER = newTimer();

    private Shared() {}

    private static Executor cached(String name) {
      return new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          LINGER_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          factory(name));
    }

    private static ScheduledThreadPoolExecutor newTimer() {
      ScheduledThreadPoolExecutor timer = new Timer(factory("segue-grpc-shm-timer"));
      timer.setRemoveOnCancelPolicy(true);
      timer.setKeepAliveTime(LINGER_SECONDS, TimeUnit.SECONDS);
      timer.allowCoreThreadTimeOut(true);
      return timer;
    }

    private static ThreadFactory factory(String name) {
      return Thread.ofPlatform()
          .daemon()
          .name(name + "-", 0)
          .inheritInheritableThreadLocals(false)
          .factory();
    }
  }
}
