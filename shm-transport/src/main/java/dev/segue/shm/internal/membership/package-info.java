// SPDX-License-Identifier: Apache-2.0

/// A channel's directory and files, its members, and the lanes that connect them.
@NullMarked
package dev.segue.shm.internal.membership;

import org.jspecify.annotations.NullMarked;
