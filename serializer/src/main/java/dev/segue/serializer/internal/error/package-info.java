// SPDX-License-Identifier: Apache-2.0

/// The exceptions of writing and reading, with their messages, and the layout of the header. Every
/// other internal package may use this one.
@NullMarked
package dev.segue.serializer.internal.error;

import org.jspecify.annotations.NullMarked;
