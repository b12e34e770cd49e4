// SPDX-License-Identifier: Apache-2.0

/// The state of one call: the options in force, the memory that is written or read, references to
/// objects met before, cycles, the allocation budget, the results of hooks, contents beside the
/// payload, and the guard against colliding keys.
@NullMarked
package dev.segue.serializer.internal.call;

import org.jspecify.annotations.NullMarked;
