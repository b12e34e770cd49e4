// SPDX-License-Identifier: Apache-2.0

/// Benchmarks of messages between two processes: round trips and throughput of Segue, its peers,
/// and the hardware limits.
///
/// `./segue bench shm` runs it.
@NullMarked
package dev.segue.benchmark.shm;

import org.jspecify.annotations.NullMarked;
