// SPDX-License-Identifier: Apache-2.0

/// `segue inspect`: shows serialized payloads.
@NullMarked
package dev.segue.cli.inspect;

import org.jspecify.annotations.NullMarked;
