// SPDX-License-Identifier: Apache-2.0

/// The object graphs for Segue's demo, tests and benchmarks.
@NullMarked
package dev.segue.workload;

import org.jspecify.annotations.NullMarked;
