// SPDX-License-Identifier: Apache-2.0

/// Tests of a lane by itself, on memory of the test's own.
@NullMarked
package dev.segue.shm.internal.lane;

import org.jspecify.annotations.NullMarked;
