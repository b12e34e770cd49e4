// SPDX-License-Identifier: Apache-2.0

/// `segue inspect`: what is in a serialized payload.
@NullMarked
package dev.segue.cli.inspect;

import org.jspecify.annotations.NullMarked;
