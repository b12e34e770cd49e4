// SPDX-License-Identifier: Apache-2.0

/// `segue shm soak`: processes that send and receive while some of them are killed or paused, and
/// the accounting of their messages.
@NullMarked
package dev.segue.cli.shm.soak;

import org.jspecify.annotations.NullMarked;
