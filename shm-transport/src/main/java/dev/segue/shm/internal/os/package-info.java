// SPDX-License-Identifier: Apache-2.0

/// Operating system services: owner-only files with preallocated space, mappings, locks between
/// processes, and futexes.
///
/// Nothing here depends on channels, lanes or messages. Failures are `IOException`s, which the
/// facade translates.
@NullMarked
package dev.segue.shm.internal.os;

import org.jspecify.annotations.NullMarked;
