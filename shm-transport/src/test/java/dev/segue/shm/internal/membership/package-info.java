// SPDX-License-Identifier: Apache-2.0

/// Tests of a channel's directory, members and lanes.
@NullMarked
package dev.segue.shm.internal.membership;

import org.jspecify.annotations.NullMarked;
