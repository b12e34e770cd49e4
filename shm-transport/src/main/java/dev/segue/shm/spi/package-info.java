// SPDX-License-Identifier: Apache-2.0

/// Internals that the transports of this project share. Exported only to their modules.
@NullMarked
package dev.segue.shm.spi;

import org.jspecify.annotations.NullMarked;
