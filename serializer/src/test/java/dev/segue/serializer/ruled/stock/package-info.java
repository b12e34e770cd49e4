// SPDX-License-Identifier: Apache-2.0

/// Classes that tests allow with the package above.
@NullMarked
package dev.segue.serializer.ruled.stock;

import org.jspecify.annotations.NullMarked;
