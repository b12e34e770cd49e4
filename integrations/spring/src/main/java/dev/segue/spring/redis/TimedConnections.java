// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/// Runs Redis commands with a separate timeout, for commands that a value waits for while it is
/// written or read. The default timeout of connection factories is one minute.
///
/// @param purpose names the purpose of the command, for messages
record TimedConnections(RedisConnectionFactory factory, Duration timeout, String purpose) {

  static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  TimedConnections {
    Objects.requireNonNull(factory, "connections");
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout=" + timeout + " is not positive");
    }
  }

  TimedConnections withTimeout(Duration other) {
    return new TimedConnections(factory, other, purpose);
  }

  /// Calls a function with a connection, on another thread.
  ///
  /// Turns every failure into a [DataAccessException]: a stopped factory, or a foreign field of the
  /// hash, causes an `IllegalStateException` or `IllegalArgumentException`, which would be taken
  /// for a failure of the value.
  ///
  /// @throws DataAccessException if Redis does not answer in time, or returns unusable data
  <R extends @Nullable Object> R call(Function<? super RedisConnection, ? extends R> commands) {
    FutureTask<R> task = new FutureTask<>(() -> onConnection(commands));
    Thread _ = Thread.ofVirtual().name("segue-" + purpose.replace(' ', '-')).start(task);
    try {
      return task.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw failure(e);
    } catch (TimeoutException e) {
      boolean _ = task.cancel(true);
      throw new QueryTimeoutException(
          "no reply from Redis about the %s within %s".formatted(purpose, timeout), e);
    } catch (InterruptedException e) {
      boolean _ = task.cancel(true);
      Thread.currentThread().interrupt();
      throw new RedisConnectionFailureException(
          "interrupted while waiting for the " + purpose + " in Redis", e);
    }
  }

  private <R extends @Nullable Object> R onConnection(
      Function<? super RedisConnection, ? extends R> commands) {
    RedisConnection connection = factory.getConnection();
    try {
      return commands.apply(connection);
    } finally {
      connection.close();
    }
  }

  private RuntimeException failure(ExecutionException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof DataAccessException known
        ? known
        : new RedisSystemException("cannot use the " + purpose + " in Redis: " + cause, cause);
  }
}
