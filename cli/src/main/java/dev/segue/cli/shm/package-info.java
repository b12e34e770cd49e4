// SPDX-License-Identifier: Apache-2.0

/// `segue shm`: shows, removes and tests channels in shared memory.
@NullMarked
package dev.segue.cli.shm;

import org.jspecify.annotations.NullMarked;
