// SPDX-License-Identifier: Apache-2.0

/// `segue shm`: what there is in shared memory, who uses it, and how to be rid of it.
@NullMarked
package dev.segue.cli.shm;

import org.jspecify.annotations.NullMarked;
