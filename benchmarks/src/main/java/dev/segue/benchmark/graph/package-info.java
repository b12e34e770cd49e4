// SPDX-License-Identifier: Apache-2.0

/// Serializes object graphs: Segue and its peers behind a common interface.
@NullMarked
package dev.segue.benchmark.graph;

import org.jspecify.annotations.NullMarked;
