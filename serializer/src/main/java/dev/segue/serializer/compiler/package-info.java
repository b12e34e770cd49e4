// SPDX-License-Identifier: Apache-2.0

/// Plans compiled to hidden classes with java.lang.classfile.
@NullMarked
package dev.segue.serializer.compiler;

import org.jspecify.annotations.NullMarked;
