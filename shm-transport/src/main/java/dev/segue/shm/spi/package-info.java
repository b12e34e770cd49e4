// SPDX-License-Identifier: Apache-2.0

/// What transports of this project share: exported to their modules alone.
@NullMarked
package dev.segue.shm.spi;

import org.jspecify.annotations.NullMarked;
