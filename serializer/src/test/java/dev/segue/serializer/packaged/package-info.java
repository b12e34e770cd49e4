// SPDX-License-Identifier: Apache-2.0

/// A package as applications have them, with classes of all sorts, to be registered as a whole.
@NullMarked
package dev.segue.serializer.packaged;

import org.jspecify.annotations.NullMarked;
