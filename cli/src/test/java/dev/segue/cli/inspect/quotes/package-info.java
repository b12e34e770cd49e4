// SPDX-License-Identifier: Apache-2.0

/// Classes as users have them.
@NullMarked
package dev.segue.cli.inspect.quotes;

import org.jspecify.annotations.NullMarked;
