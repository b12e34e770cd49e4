// SPDX-License-Identifier: Apache-2.0

/// Brotli streams (RFC 7932), through libbrotli.
@NullMarked
package dev.segue.compression.internal.brotli;

import org.jspecify.annotations.NullMarked;
