// SPDX-License-Identifier: Apache-2.0

/// Where tests stop the protocol, to see what is left when a process dies there.
@NullMarked
package dev.segue.shm.internal.halt;

import org.jspecify.annotations.NullMarked;
