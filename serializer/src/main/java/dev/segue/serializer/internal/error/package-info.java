// SPDX-License-Identifier: Apache-2.0

/// Errors: the exceptions that writing and reading end in, with their texts, and the layout of the
/// header that they refer to. Every other internal package may use this one.
@NullMarked
package dev.segue.serializer.internal.error;

import org.jspecify.annotations.NullMarked;
