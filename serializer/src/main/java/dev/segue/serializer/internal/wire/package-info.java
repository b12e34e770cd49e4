// SPDX-License-Identifier: Apache-2.0

/// Bytes below the level of objects: slots and extents, varints, strings, enum constants, rows of
/// fixed width. What is here is stated in `docs/format.md`, and knows no class and no call.
@NullMarked
package dev.segue.serializer.internal.wire;

import org.jspecify.annotations.NullMarked;
