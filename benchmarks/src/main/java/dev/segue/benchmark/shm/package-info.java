// SPDX-License-Identifier: Apache-2.0

/// Messages between two processes: round trips and throughput of Segue, its peers, and the limits
/// of the machine.
///
/// `./segue bench shm` runs it.
@NullMarked
package dev.segue.benchmark.shm;

import org.jspecify.annotations.NullMarked;
