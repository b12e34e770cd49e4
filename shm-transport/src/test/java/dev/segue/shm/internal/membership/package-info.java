// SPDX-License-Identifier: Apache-2.0

/// Tests of what a channel consists of.
@NullMarked
package dev.segue.shm.internal.membership;

import org.jspecify.annotations.NullMarked;
