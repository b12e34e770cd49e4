// SPDX-License-Identifier: Apache-2.0

/// Reads the data that each version wrote, through the public API only.
@NullMarked
package dev.segue.golden;

import org.jspecify.annotations.NullMarked;
