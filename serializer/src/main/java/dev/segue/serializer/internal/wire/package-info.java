// SPDX-License-Identifier: Apache-2.0

/// The wire format below the level of objects: slots, varints, strings, enum constants, element
/// counts and null bitmaps, as defined in `docs/format.md`.
@NullMarked
package dev.segue.serializer.internal.wire;

import org.jspecify.annotations.NullMarked;
