// SPDX-License-Identifier: Apache-2.0

/// Measurements in other processes: starts and ends the processes, and collects their figures.
@NullMarked
package dev.segue.benchmark.processes;

import org.jspecify.annotations.NullMarked;
