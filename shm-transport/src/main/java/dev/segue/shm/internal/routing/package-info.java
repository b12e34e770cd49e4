// SPDX-License-Identifier: Apache-2.0

/// Selects the lane for each message that is sent or received, while lanes are added and removed.
@NullMarked
package dev.segue.shm.internal.routing;

import org.jspecify.annotations.NullMarked;
