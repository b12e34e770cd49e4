// SPDX-License-Identifier: Apache-2.0

/// `segue schema`: compares versions of serialized classes.
@NullMarked
package dev.segue.cli.schema;

import org.jspecify.annotations.NullMarked;
