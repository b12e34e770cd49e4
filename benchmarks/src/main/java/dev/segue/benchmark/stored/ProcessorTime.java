// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.stored;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// Measures the processor time of this process, over all processors.
public final class ProcessorTime {
  private static final double NANOS_PER_MICRO = 1_000;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long begin;

  /// Starts measuring.
  public void begin() {
    begin = system.getProcessCpuTime();
  }

  /// Returns the processor time since the start, in microseconds.
  public double micros() {
    return (system.getProcessCpuTime() - begin) / NANOS_PER_MICRO;
  }
}
