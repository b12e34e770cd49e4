// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.ConnectivityState;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/// The state of a channel, and the callbacks that wait for a change. Any thread may use it.
final class StateListeners {

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");

  private record Listener(ConnectivityState source, Runnable callback) {}

  private final Executor executor;
  private final List<Listener> listeners = new ArrayList<>();
  private ConnectivityState state = ConnectivityState.IDLE;

  StateListeners(Executor executor) {
    this.executor = executor;
  }

  synchronized ConnectivityState get() {
    return state;
  }

  synchronized boolean is(ConnectivityState other) {
    return state == other;
  }

  /// Changes the state, unless the channel is shut down. {@link #notifyListeners} must follow.
  synchronized void set(ConnectivityState next) {
    if (state != ConnectivityState.SHUTDOWN) {
      state = next;
    }
  }

  /// Runs a callback once the state differs from the given one.
  void await(ConnectivityState source, Runnable callback) {
    synchronized (this) {
      listeners.add(new Listener(source, callback));
    }
    notifyListeners();
  }

  /// Runs the callbacks that wait for a change that has happened. The caller must hold no lock.
  void notifyListeners() {
    List<Listener> due = new ArrayList<>();
    synchronized (this) {
      for (Listener listener : listeners) {
        if (listener.source != state) {
          due.add(listener);
        }
      }
      listeners.removeAll(due);
    }
    due.forEach(this::run);
  }

  private void run(Listener listener) {
    try {
      executor.execute(listener.callback);
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.WARNING, "a callback for the state of a channel failed", e);
    }
  }
}
