// SPDX-License-Identifier: Apache-2.0

/// LZ4: raw blocks through liblz4, and the frame around them.
@NullMarked
package dev.segue.compression.internal.lz4;

import org.jspecify.annotations.NullMarked;
