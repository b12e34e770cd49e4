// SPDX-License-Identifier: Apache-2.0

/// Messages from one JVM to another through shared memory.
@NullMarked
package dev.segue.shm;

import org.jspecify.annotations.NullMarked;
