// SPDX-License-Identifier: Apache-2.0

/// Object graphs to bytes and back: Segue and its peers behind one interface, a small class for
/// each.
@NullMarked
package dev.segue.benchmark.graph;

import org.jspecify.annotations.NullMarked;
