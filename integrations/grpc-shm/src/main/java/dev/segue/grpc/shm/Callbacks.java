// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/// Runs the callbacks of a call on an executor, one after another and in their order.
///
/// Adding a task and running it are separate steps: tasks are added under the locks of a call, and
/// run without them, since a direct executor runs them at once.
final class Callbacks implements Runnable {

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");

  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private volatile Executor executor;

  Callbacks(Executor executor) {
    this.executor = executor;
  }

  /// Whether tasks run on the thread that drains them.
  @SuppressWarnings("ReferenceEquality") // an executor is itself
  boolean isDirect() {
    return executor == Executors.DIRECT;
  }

  /// Uses another executor for all tasks that have not begun.
  void setExecutor(Executor other) {
    executor = other;
  }

  /// Adds a task, to be run by the next {@link #drain}.
  void add(Runnable task) {
    tasks.add(task);
  }

  /// Runs the tasks that were added. The caller must hold no lock.
  void drain() {
    if (!tasks.isEmpty() && scheduled.compareAndSet(false, true)) {
      boolean accepted = false;
      try {
        executor.execute(this);
        accepted = true;
      } catch (RuntimeException e) {
        LOGGER.log(Level.WARNING, "an executor did not accept the callbacks of a call", e);
      } finally {
        if (!accepted) {
          scheduled.set(false);
        }
      }
    }
  }

  /// Adds a task, and runs it.
  void execute(Runnable task) {
    add(task);
    drain();
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // an executor is itself
  public void run() {
    Executor used = executor;
    try {
      Runnable task;
      while (used == executor && (task = tasks.poll()) != null) {
        runOne(task);
      }
    } finally {
      scheduled.set(false);
    }
    drain();
  }

  private static void runOne(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      // Other calls may share the thread.
      LOGGER.log(Level.ERROR, "a callback of a call failed", e);
    }
  }
}
