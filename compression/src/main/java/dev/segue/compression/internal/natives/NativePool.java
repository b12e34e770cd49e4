// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/// Idle native resources, for any thread to take, use alone, and give back.
///
/// Not thread-local: there are as many resources as calls that run at once, however many threads,
/// virtual ones included, take turns. Taking and giving back is one compare-and-set each on a slot
/// that a thread tends to find its last resource in, and allocates nothing.
///
/// @param <T> the resource
public final class NativePool<T extends NativeResource> {

  /// A resource that grew beyond this is freed rather than kept.
  public static final long LARGEST_KEPT_BYTES = 16L << 20;

  /// Slots lie this many references apart, so that no two threads share a cache line, nor the next
  /// one, since processors fetch them in pairs.
  private static final int STRIDE = 128 / Integer.BYTES;

  private static final int SLOTS =
      Integer.highestOneBit(Math.max(4, Runtime.getRuntime().availableProcessors())) * 2;

  private static final List<NativePool<?>> POOLS = new CopyOnWriteArrayList<>();

  private final AtomicReferenceArray<T> slots = new AtomicReferenceArray<>((SLOTS + 1) * STRIDE);
  private final Supplier<T> factory;

  /// An empty pool; there is one for each kind of resource, and it is never discarded.
  public NativePool(Supplier<T> factory) {
    this.factory = factory;
    POOLS.add(this);
  }

  /// An idle resource, or a new one.
  public T acquire() {
    int start = startSlot();
    for (int i = 0; i < SLOTS; i++) {
      int slot = index(start + i);
      T idle = slots.get(slot);
      // Full fence: what the last user wrote to the resource before its compare-and-set in
      // release() is visible after this one.
      if (idle != null && slots.compareAndSet(slot, idle, null)) {
        return idle;
      }
    }
    return factory.get();
  }

  /// Gives a resource back that this pool handed out.
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

  /// Frees what is idle in every pool.
  public static void freeAllIdle() {
    POOLS.forEach(NativePool::freeIdle);
  }

  /// Behind what stands before the first one, the array's length, which all threads read.
  private static int index(int slot) {
    return ((slot & (SLOTS - 1)) + 1) * STRIDE;
  }

  private static int startSlot() {
    // Thread ids are consecutive: threads that start together get slots of their own.
    return (int) Thread.currentThread().threadId();
  }
}
