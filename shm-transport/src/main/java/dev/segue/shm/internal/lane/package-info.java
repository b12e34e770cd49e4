// SPDX-License-Identifier: Apache-2.0

/// A lane: memory that one producer and one consumer share, and their operations on it.
///
/// The classes work on a `MemorySegment` that the caller has mapped, and do not depend on files or
/// processes. The layout is in {@link dev.segue.shm.internal.lane.LaneLayout}, the rules in
/// `docs/shm-protocol.md`.
@NullMarked
package dev.segue.shm.internal.lane;

import org.jspecify.annotations.NullMarked;
