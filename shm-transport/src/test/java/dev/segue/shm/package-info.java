// SPDX-License-Identifier: Apache-2.0

/// Tests of the facade, as a user meets it.
@NullMarked
package dev.segue.shm;

import org.jspecify.annotations.NullMarked;
