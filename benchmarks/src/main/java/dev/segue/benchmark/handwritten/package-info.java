// SPDX-License-Identifier: Apache-2.0

/// The hand-written reference for object graphs: straight-line code for each of the four workloads,
/// which uses only supported APIs. Code for objects with many fields is in `src/main/straight`.
@NullMarked
package dev.segue.benchmark.handwritten;

import org.jspecify.annotations.NullMarked;
