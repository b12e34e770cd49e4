// SPDX-License-Identifier: Apache-2.0

/// One lane: the bytes that one producer and one consumer share, and what each may do with them.
///
/// Everything here works on a `MemorySegment` that somebody else has mapped, and knows of no file
/// and no process. The bytes are in {@link dev.segue.shm.internal.lane.LaneLayout}, the rules in
/// `docs/shm-protocol.md`.
@NullMarked
package dev.segue.shm.internal.lane;

import org.jspecify.annotations.NullMarked;
