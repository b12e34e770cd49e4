// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import dev.segue.benchmark.graph.GraphCase;

/// A task for a serialization library.
///
/// @param library its name in the tables
/// @param object the object to serialize
/// @param buffer the memory that it is serialized to
public record EverydayCase(String library, EverydayObject object, GraphCase.Buffer buffer) {}
