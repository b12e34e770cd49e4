// SPDX-License-Identifier: Apache-2.0

/// Messages to other hosts, over Aeron, for those who send and receive as through shared memory.
@NullMarked
package dev.segue.aeron;

import org.jspecify.annotations.NullMarked;
