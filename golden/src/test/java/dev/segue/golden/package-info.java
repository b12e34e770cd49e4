// SPDX-License-Identifier: Apache-2.0

/// Reads what each version wrote, through the public API alone.
@NullMarked
package dev.segue.golden;

import org.jspecify.annotations.NullMarked;
