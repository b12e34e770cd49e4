// SPDX-License-Identifier: Apache-2.0

/// DEFLATE in gzip members, through libdeflate.
@NullMarked
package dev.segue.compression.internal.deflate;

import org.jspecify.annotations.NullMarked;
