// SPDX-License-Identifier: Apache-2.0

/// Compiles the plans of classes and views to hidden classes, with `java.lang.classfile`.
@NullMarked
package dev.segue.serializer.internal.compiler;

import org.jspecify.annotations.NullMarked;
