// SPDX-License-Identifier: Apache-2.0

/// Real processes, killed and stopped at random, and the accounts of what they sent and received.
@NullMarked
package dev.segue.shm.soak;

import org.jspecify.annotations.NullMarked;
