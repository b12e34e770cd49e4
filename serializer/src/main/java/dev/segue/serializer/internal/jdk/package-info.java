// SPDX-License-Identifier: Apache-2.0

/// Codecs of the JDK types beyond the standard ones, one class for each group of them.
@NullMarked
package dev.segue.serializer.internal.jdk;

import org.jspecify.annotations.NullMarked;
