// SPDX-License-Identifier: Apache-2.0

/// What the operating system gives: owner-only files with their space allocated, mappings, locks.
///
/// Nothing here knows of channels, lanes or messages. Failures are `IOException`s, which the facade
/// turns into its own.
@NullMarked
package dev.segue.shm.internal.os;

import org.jspecify.annotations.NullMarked;
