// SPDX-License-Identifier: Apache-2.0

/// Whole payloads: header, root object, trailer and schema, in either kind of memory, and parts of
/// payloads for views.
@NullMarked
package dev.segue.serializer.internal.payload;

import org.jspecify.annotations.NullMarked;
