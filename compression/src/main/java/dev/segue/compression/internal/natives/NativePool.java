// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/// A pool of native resources, from which any thread takes one for exclusive use.
///
/// The number of resources follows the number of concurrent calls, not the number of threads, which
/// may be virtual. Acquiring and releasing each take one compare-and-set, on a slot where a thread
/// usually finds its last resource. Neither allocates.
///
/// @param <T> the resource
public final class NativePool<T extends NativeResource> {

  /// The maximum size of a kept resource; a larger one is freed.
  public static final long LARGEST_KEPT_BYTES = 16L << 20;

  /// The distance between slots, in references, so that threads share neither a cache line nor the
  /// adjacent line, which processors fetch with it.
  private static final int STRIDE = 128 / Integer.BYTES;

  private static final int SLOTS =
      Integer.highestOneBit(Math.max(4, Runtime.getRuntime().availableProcessors())) * 2;

  private static final List<NativePool<?>> POOLS = new CopyOnWriteArrayList<>();

  private final AtomicReferenceArray<T> slots = new AtomicReferenceArray<>((SLOTS + 1) * STRIDE);
  private final Supplier<T> factory;

  /// Creates an empty pool. Pools exist until the JVM exits.
  public NativePool(Supplier<T> factory) {
    this.factory = factory;
    POOLS.add(this);
  }

  /// Returns an idle resource, or a new one.
  public T acquire() {
    int start = startSlot();
    for (int i = 0; i < SLOTS; i++) {
      int slot = index(start + i);
      T idle = slots.get(slot);
      // Full fence: the last user's writes before its compare-and-set in release() are visible
      // after this.
      if (idle != null && slots.compareAndSet(slot, idle, null)) {
        return idle;
      }
    }
    return factory.get();
  }

  /// Returns a resource to this pool.
  public void release(T resource) {
    if (resource.settle() > LARGEST_KEPT_BYTES) {
      resource.free();
      return;
    }
    int start = startSlot();
    for (int i = 0; i < SLOTS; i++) {
      int slot = index(start + i);
      if (slots.get(slot) == null && slots.compareAndSet(slot, null, resource)) {
        return;
      }
    }
    resource.free();
  }

  private void freeIdle() {
    for (int i = 0; i < SLOTS; i++) {
      T idle = slots.getAndSet(index(i), null);
      if (idle != null) {
        idle.free();
      }
    }
  }

  /// Frees the idle resources of all pools.
  public static void freeAllIdle() {
    POOLS.forEach(NativePool::freeIdle);
  }

  /// Returns the index of a slot. The first stride is unused, since the preceding array length is
  /// read by all threads.
  private static int index(int slot) {
    return ((slot & (SLOTS - 1)) + 1) * STRIDE;
  }

  private static int startSlot() {
    // Thread ids are consecutive, so threads that start together get different slots.
    return (int) Thread.currentThread().threadId();
  }
}
