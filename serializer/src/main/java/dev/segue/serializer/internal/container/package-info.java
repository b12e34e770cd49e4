// SPDX-License-Identifier: Apache-2.0

/// Kinds of containers: converts JDK collections, maps, arrays and optionals to rows, and back.
@NullMarked
package dev.segue.serializer.internal.container;

import org.jspecify.annotations.NullMarked;
