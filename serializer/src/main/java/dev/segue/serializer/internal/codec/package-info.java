// SPDX-License-Identifier: Apache-2.0

/// The interpreter: plain code that writes and reads values of any shape, as the format document
/// describes them. It is the oracle for generated code, and the path where code cannot be
/// generated.
@NullMarked
package dev.segue.serializer.internal.codec;

import org.jspecify.annotations.NullMarked;
