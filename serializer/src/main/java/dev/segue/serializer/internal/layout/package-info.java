// SPDX-License-Identifier: Apache-2.0

/// What a class looks like on the wire: its fields and their shapes, their order, the fingerprint,
/// and where each field stands in an object. Planned once, then interpreted, compiled, viewed and
/// explained.
@NullMarked
package dev.segue.serializer.internal.layout;

import org.jspecify.annotations.NullMarked;
