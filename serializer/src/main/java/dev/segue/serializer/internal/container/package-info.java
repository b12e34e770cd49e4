// SPDX-License-Identifier: Apache-2.0

/// Kinds of containers: how each JDK collection, map, array or optional is taken apart into rows
/// and created from them.
@NullMarked
package dev.segue.serializer.internal.container;

import org.jspecify.annotations.NullMarked;
