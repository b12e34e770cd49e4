// SPDX-License-Identifier: Apache-2.0

/// Little-endian, unaligned access to the two kinds of memory that a payload lives in: a byte array
/// and a segment. The lowest room of the house: it knows bytes, and nothing of objects.
@NullMarked
package dev.segue.serializer.internal.memory;

import org.jspecify.annotations.NullMarked;
