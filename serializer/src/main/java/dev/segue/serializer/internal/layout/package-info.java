// SPDX-License-Identifier: Apache-2.0

/// The wire format of classes: the fields and their shapes, the layout of objects and rows, and the
/// fingerprint. A layout is planned once, then interpreted, compiled, viewed and explained.
@NullMarked
package dev.segue.serializer.internal.layout;

import org.jspecify.annotations.NullMarked;
