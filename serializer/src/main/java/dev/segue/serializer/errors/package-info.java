// SPDX-License-Identifier: Apache-2.0

/// The way for all other packages to make a [dev.segue.serializer.SerializationException], which
/// has no public constructor, and to complete its path.
@NullMarked
package dev.segue.serializer.errors;

import org.jspecify.annotations.NullMarked;
