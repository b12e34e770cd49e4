// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Counts the heap bytes that the current thread allocates.
final class Allocation {

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private Allocation() {}

  /// Returns the bytes allocated since the thread started. The call itself allocates nothing.
  static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
