// SPDX-License-Identifier: Apache-2.0

/// `segue shm`: shows the channels in shared memory and their users, removes and tests them.
@NullMarked
package dev.segue.cli.shm;

import org.jspecify.annotations.NullMarked;
