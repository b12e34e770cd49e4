// SPDX-License-Identifier: Apache-2.0

/// What the bytecode of classes says about their constructors.
@NullMarked
package dev.segue.serializer.internal.bytecode;

import org.jspecify.annotations.NullMarked;
