// SPDX-License-Identifier: Apache-2.0

/// Classes that tests allow together with the parent package.
@NullMarked
package dev.segue.serializer.ruled.stock;

import org.jspecify.annotations.NullMarked;
