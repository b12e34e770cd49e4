// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// What the current thread allocates on the heap.
final class Allocation {

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private Allocation() {}

  /// Bytes allocated since the thread started; calling this allocates nothing.
  static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
