// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import dev.segue.benchmark.graph.GraphCase;

/// What a serialization library is asked to do.
///
/// @param library its name in the tables
/// @param object what is serialized
/// @param buffer the memory that it is serialized to
public record EverydayCase(String library, EverydayObject object, GraphCase.Buffer buffer) {}
