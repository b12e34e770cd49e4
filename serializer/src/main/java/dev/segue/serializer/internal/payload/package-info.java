// SPDX-License-Identifier: Apache-2.0

/// Whole payloads, in byte arrays and segments: header, root object, schema and trailer; and parts
/// of payloads, for views.
@NullMarked
package dev.segue.serializer.internal.payload;

import org.jspecify.annotations.NullMarked;
