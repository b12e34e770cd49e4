// SPDX-License-Identifier: Apache-2.0

/// The state of one call: its options, the memory that is written or read, the objects written or
/// read so far, cycles, the allocation budget, the results of hooks, contents out of band, and the
/// guards against colliding and equal keys.
@NullMarked
package dev.segue.serializer.internal.call;

import org.jspecify.annotations.NullMarked;
