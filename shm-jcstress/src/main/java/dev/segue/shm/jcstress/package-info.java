// SPDX-License-Identifier: Apache-2.0

/// What the lanes and the bell promise between two threads, for jcstress to try out.
///
/// `shm-jcstress/run` runs it.
@NullMarked
package dev.segue.shm.jcstress;

import org.jspecify.annotations.NullMarked;
