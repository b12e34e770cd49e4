// SPDX-License-Identifier: Apache-2.0

/// A typical application package with all kinds of classes, which tests register as a whole.
@NullMarked
package dev.segue.serializer.packaged;

import org.jspecify.annotations.NullMarked;
