// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// The threads that read a connection, one after another. Each has the connection's name and,
/// because it runs code of the application, the context class loader of the thread that made the
/// connection.
public final class ReaderThreads {

  private static final String UNUSED = "segue-grpc-shm-reader";

  private final Executor pool;
  private final String name;
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

  /// Creates the threads of a connection.
  ///
  /// @param pool starts or reuses threads
  /// @param name the name of a thread while it reads
  public ReaderThreads(Executor pool, String name) {
    this.pool = pool;
    this.name = name;
  }

  /// Runs a task on a thread.
  public void execute(Runnable task) {
    pool.execute(() -> {
      Thread thread = Thread.currentThread();
      thread.setName(name);
      thread.setContextClassLoader(loader);
      try {
        task.run();
      } finally {
        thread.setName(UNUSED);
        thread.setContextClassLoader(null);
      }
    });
  }
}
