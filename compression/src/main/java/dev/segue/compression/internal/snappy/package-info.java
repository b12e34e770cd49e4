// SPDX-License-Identifier: Apache-2.0

/// Snappy blocks, through libsnappy.
@NullMarked
package dev.segue.compression.internal.snappy;

import org.jspecify.annotations.NullMarked;
