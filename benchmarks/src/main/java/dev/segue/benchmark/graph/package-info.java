// SPDX-License-Identifier: Apache-2.0

/// Serializes object graphs: Segue and its peers with one common interface.
@NullMarked
package dev.segue.benchmark.graph;

import org.jspecify.annotations.NullMarked;
