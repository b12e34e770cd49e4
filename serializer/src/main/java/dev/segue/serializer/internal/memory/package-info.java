// SPDX-License-Identifier: Apache-2.0

/// Little-endian, unaligned access to the two kinds of memory that a payload lives in: a byte array
/// and a segment. Code that differs between the two belongs here.
@NullMarked
package dev.segue.serializer.internal.memory;

import org.jspecify.annotations.NullMarked;
