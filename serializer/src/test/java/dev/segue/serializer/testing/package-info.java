// SPDX-License-Identifier: Apache-2.0

/// Shared test support: objects to write, and ways to compare them.
@NullMarked
package dev.segue.serializer.testing;

import org.jspecify.annotations.NullMarked;
