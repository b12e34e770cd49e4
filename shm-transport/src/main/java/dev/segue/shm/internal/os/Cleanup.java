// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/// Releases several resources, even if releasing some of them fails.
public final class Cleanup {

  /// Releases one resource.
  ///
  /// @param <T> the type of the resource
  /// @param <E> the checked exception
  @FunctionalInterface
  public interface Release<T, E extends Exception> {
    /// Releases a resource.
    void release(T resource) throws E;
  }

  private Cleanup() {}

  /// Releases each resource, even after releasing another one has failed.
  ///
  /// @throws E the first failure, as any unchecked one; later failures are suppressed exceptions of
  ///   the first
  public static <T, E extends Exception> void each(
      Iterable<? extends T> resources, Release<T, E> release) throws E {
    @Nullable Throwable first = null;
    for (T resource : resources) {
      try {
        release.release(resource);
      } catch (Exception | Error e) {
        if (first == null) {
          first = e;
        } else {
          suppress(first, e);
        }
      }
    }
    if (first instanceof Error e) {
      throw e;
    }
    if (first != null) {
      @SuppressWarnings("unchecked") // Release throws nothing else, except unchecked exceptions.
      E e = (E) first;
      throw e;
    }
  }

  /// Releases a resource that a failed operation had acquired. If that fails as well, the second
  /// failure becomes a suppressed exception of the first.
  public static void after(Throwable failure, Closeable resource) {
    try {
      resource.close();
    } catch (Exception | Error e) {
      suppress(failure, e);
    }
  }

  /// The JVM may throw one preallocated error twice, and an exception cannot suppress itself.
  @SuppressWarnings("ReferenceEquality")
  private static void suppress(Throwable first, Throwable next) {
    if (first != next) {
      first.addSuppressed(next);
    }
  }
}
