// SPDX-License-Identifier: Apache-2.0

/// Compression of memory segments.
@NullMarked
package dev.segue.compression;

import org.jspecify.annotations.NullMarked;
