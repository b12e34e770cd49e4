// SPDX-License-Identifier: Apache-2.0

/// Shared test support: contents to compress, and the reference tools.
@NullMarked
package dev.segue.compression.testing;

import org.jspecify.annotations.NullMarked;
