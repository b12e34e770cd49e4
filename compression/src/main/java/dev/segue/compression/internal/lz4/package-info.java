// SPDX-License-Identifier: Apache-2.0

/// LZ4: blocks through liblz4, and the frame format.
@NullMarked
package dev.segue.compression.internal.lz4;

import org.jspecify.annotations.NullMarked;
