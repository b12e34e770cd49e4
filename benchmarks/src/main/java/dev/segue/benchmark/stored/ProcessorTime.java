// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.stored;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// The time that all processors spend on this process.
public final class ProcessorTime {
  private static final double NANOS_PER_MICRO = 1_000;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long begin;

  /// Begins anew.
  public void begin() {
    begin = system.getProcessCpuTime();
  }

  /// The time since then, in microseconds.
  public double micros() {
    return (system.getProcessCpuTime() - begin) / NANOS_PER_MICRO;
  }
}
