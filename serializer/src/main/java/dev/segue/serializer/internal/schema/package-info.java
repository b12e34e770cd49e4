// SPDX-License-Identifier: Apache-2.0

/// What a writer tells of its classes, so that a reader with other versions of them can make sense
/// of a payload: names, numbers, fields and their shapes, as data and as bytes. Knows no class but
/// the JDK's; what a reader makes of it is the business of `evolution`.
@NullMarked
package dev.segue.serializer.internal.schema;

import org.jspecify.annotations.NullMarked;
