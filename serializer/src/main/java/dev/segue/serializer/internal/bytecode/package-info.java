// SPDX-License-Identifier: Apache-2.0

/// Analysis of constructors by their bytecode.
@NullMarked
package dev.segue.serializer.internal.bytecode;

import org.jspecify.annotations.NullMarked;
