// SPDX-License-Identifier: Apache-2.0

/// `segue shm soak`: processes that send and receive while they are killed and stopped, and the
/// books on what has come of their messages.
@NullMarked
package dev.segue.cli.shm.soak;

import org.jspecify.annotations.NullMarked;
