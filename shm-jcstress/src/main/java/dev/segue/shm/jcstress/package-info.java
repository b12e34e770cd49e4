// SPDX-License-Identifier: Apache-2.0

/// jcstress tests of lanes and signals between two threads. Run them with `shm-jcstress/run`.
@NullMarked
package dev.segue.shm.jcstress;

import org.jspecify.annotations.NullMarked;
