// SPDX-License-Identifier: Apache-2.0

/// `segue shm soak`: processes that send and receive while others of them are killed and paused,
/// and accounts of their messages.
@NullMarked
package dev.segue.cli.shm.soak;

import org.jspecify.annotations.NullMarked;
