// SPDX-License-Identifier: Apache-2.0

/// What a channel consists of: its directory, the files in it, and who takes part.
@NullMarked
package dev.segue.shm.internal.membership;

import org.jspecify.annotations.NullMarked;
