// SPDX-License-Identifier: Apache-2.0

/// Messages between two processes: round trips and throughput of shared memory, its peers, and what
/// the machine itself takes.
///
/// `./segue bench shm` runs it.
@NullMarked
package dev.segue.benchmark.shm;

import org.jspecify.annotations.NullMarked;
