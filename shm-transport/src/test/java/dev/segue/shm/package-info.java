// SPDX-License-Identifier: Apache-2.0

/// Tests of the public API.
@NullMarked
package dev.segue.shm;

import org.jspecify.annotations.NullMarked;
