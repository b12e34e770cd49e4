// SPDX-License-Identifier: Apache-2.0

/// Tests of a single lane, on memory that the test allocates.
@NullMarked
package dev.segue.shm.internal.lane;

import org.jspecify.annotations.NullMarked;
