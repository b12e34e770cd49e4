// SPDX-License-Identifier: Apache-2.0

/// Which lane a message takes, and from which the next one comes, while lanes come and go.
@NullMarked
package dev.segue.shm.internal.routing;

import org.jspecify.annotations.NullMarked;
