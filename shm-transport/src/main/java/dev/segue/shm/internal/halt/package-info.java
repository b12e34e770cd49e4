// SPDX-License-Identifier: Apache-2.0

/// Hooks at which tests stop the protocol, to check the state that a dying process leaves.
@NullMarked
package dev.segue.shm.internal.halt;

import org.jspecify.annotations.NullMarked;
