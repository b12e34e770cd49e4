// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Runs the callbacks of a call on an executor, one after another, in the order in which they were
/// added.
///
/// Adding a task and running it are separate steps: tasks are added while the locks of a call are
/// held, but run after they are released, because a direct executor runs tasks at once.
///
/// If the executor rejects the callbacks, the call ends. The remaining callbacks run on the pool
/// that all channels and servers share.
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

  /// @param onRejected ends the call with the exception that its executor has thrown. Called at
  ///   most once, while no lock is held
  Callbacks(Executor executor, Consumer<Throwable> onRejected) {
    this.executor = executor;
    this.onRejected = onRejected;
  }

  /// Whether tasks run on the thread that drains them.
  @SuppressWarnings("ReferenceEquality") // an executor is itself
  boolean isDirect() {
    return executor == Executors.DIRECT;
  }

  /// Switches to another executor for all tasks that have not started.
  void setExecutor(Executor other) {
    if (!rejected) {
      executor = other;
    }
  }

  /// Reserves this thread to run a task, if the executor is direct and no other task is waiting or
  /// running. The caller then runs the task with {@link #runOne}, and calls {@link #end}. The
  /// caller must hold no lock.
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

  /// Does what {@link #drain} does, for a thread on which other calls depend: a direct executor
  /// does not run tasks on it.
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
    // An executor may run this although it threw an exception, perhaps at the same time as the pool
    // does.
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
      // The failure must not end the thread, which other calls may share.
      LOGGER.log(Level.ERROR, "a callback of a call failed", e);
    }
  }
}
