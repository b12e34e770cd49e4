// SPDX-License-Identifier: Apache-2.0

/// The upper bound for object graphs: handwritten code for each of the four workloads, with
/// supported APIs only.
@NullMarked
package dev.segue.benchmark.handwritten;

import org.jspecify.annotations.NullMarked;
