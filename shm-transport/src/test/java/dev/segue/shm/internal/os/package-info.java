// SPDX-License-Identifier: Apache-2.0

/// Tests of what the operating system is asked for.
@NullMarked
package dev.segue.shm.internal.os;

import org.jspecify.annotations.NullMarked;
