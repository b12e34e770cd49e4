// SPDX-License-Identifier: Apache-2.0

/// Tests of files, mappings and locks.
@NullMarked
package dev.segue.shm.internal.os;

import org.jspecify.annotations.NullMarked;
