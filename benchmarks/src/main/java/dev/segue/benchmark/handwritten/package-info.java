// SPDX-License-Identifier: Apache-2.0

/// The ceiling for object graphs: straight-line code for each of the four workloads, on supported
/// APIs only.
@NullMarked
package dev.segue.benchmark.handwritten;

import org.jspecify.annotations.NullMarked;
