// SPDX-License-Identifier: Apache-2.0

/// The types of the JDK that are added on demand: their type numbers and codecs, a class for each
/// group of types.
@NullMarked
package dev.segue.serializer.internal.jdk;

import org.jspecify.annotations.NullMarked;
