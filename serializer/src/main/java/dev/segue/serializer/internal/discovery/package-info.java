// SPDX-License-Identifier: Apache-2.0

/// Finds and loads the classes of a package.
@NullMarked
package dev.segue.serializer.internal.discovery;

import org.jspecify.annotations.NullMarked;
