// SPDX-License-Identifier: Apache-2.0

/// Measurements in other processes: how they are started and ended, and how their figures arrive.
@NullMarked
package dev.segue.benchmark.processes;

import org.jspecify.annotations.NullMarked;
