// SPDX-License-Identifier: Apache-2.0

/// Which classes there are in a package. Finds and loads them; knows nothing of what is done with
/// them.
@NullMarked
package dev.segue.serializer.internal.discovery;

import org.jspecify.annotations.NullMarked;
