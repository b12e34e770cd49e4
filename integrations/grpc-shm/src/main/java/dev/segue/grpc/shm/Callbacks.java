// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Runs the callbacks of a call on an executor, one after another and in their order.
///
/// Adding a task and running it are separate steps: tasks are added under the locks of a call, and
/// run without them, since a direct executor runs them at once.
///
/// An executor that rejects the callbacks ends the call. What is left to do runs on the pool that
/// all channels and servers share.
final class Callbacks implements Runnable {

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");
  private static final int IDLE = 0;
  private static final int SCHEDULED = 1;
  private static final int RUNNING = 2;

  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger state = new AtomicInteger(IDLE);
  private final Consumer<Throwable> onRejected;
  private volatile Executor executor;
  private volatile boolean rejected;

  /// @param onRejected ends the call, since its executor has thrown this. Called once at most,
  ///   without a lock
  Callbacks(Executor executor, Consumer<Throwable> onRejected) {
    this.executor = executor;
    this.onRejected = onRejected;
  }

  /// Whether tasks run on the thread that drains them.
  @SuppressWarnings("ReferenceEquality") // an executor is itself
  boolean isDirect() {
    return executor == Executors.DIRECT;
  }

  /// Uses another executor for all tasks that have not begun.
  void setExecutor(Executor other) {
    if (!rejected) {
      executor = other;
    }
  }

  /// Begins to run a task on this thread, if the executor is direct and no other task is waiting or
  /// running. Then the caller runs it with {@link #runOne}, and calls {@link #end}. The caller must
  /// hold no lock.
  boolean tryBegin() {
    if (!isDirect() || !state.compareAndSet(IDLE, RUNNING)) {
      return false;
    }
    if (tasks.isEmpty()) {
      return true;
    }
    end();
    return false;
  }

  /// Runs the tasks that were added meanwhile.
  void end() {
    state.set(IDLE);
    drain();
  }

  /// Adds a task, to be run by the next {@link #drain}.
  void add(Runnable task) {
    tasks.add(task);
  }

  /// Runs the tasks that were added. The caller must hold no lock.
  void drain() {
    if (!tasks.isEmpty() && state.compareAndSet(IDLE, SCHEDULED)) {
      schedule();
    }
  }

  /// As {@link #drain}, for a thread on which other calls depend: a direct executor does not run
  /// tasks on it.
  void drainElsewhere() {
    if (isDirect()) {
      Executors.elsewhere(this::drain);
    } else {
      drain();
    }
  }

  /// Adds a task, and runs it.
  void execute(Runnable task) {
    add(task);
    drain();
  }

  private void schedule() {
    try {
      executor.execute(this);
    } catch (RuntimeException | Error e) {
      if (state.get() == SCHEDULED) {
        reject(e);
      } else {
        LOGGER.log(Level.WARNING, "an executor has failed after running callbacks", e);
      }
    }
  }

  private void reject(Throwable reason) {
    boolean first = !rejected;
    rejected = true;
    executor = Executors.callbacks();
    try {
      if (first) {
        onRejected.accept(reason);
      }
    } finally {
      Executors.elsewhere(this);
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // an executor is itself
  public void run() {
    // An executor that has thrown may run this nevertheless, at the same time as another one.
    if (!state.compareAndSet(SCHEDULED, RUNNING)) {
      return;
    }
    Executor used = executor;
    try {
      Runnable task;
      while (used == executor && (task = tasks.poll()) != null) {
        runOne(task);
      }
    } finally {
      state.set(IDLE);
    }
    drain();
  }

  /// Runs a task. A failure is logged.
  static void runOne(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      // Other calls may share the thread.
      LOGGER.log(Level.ERROR, "a callback of a call failed", e);
    }
  }
}
