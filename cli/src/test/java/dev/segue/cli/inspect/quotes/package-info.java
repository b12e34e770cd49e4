// SPDX-License-Identifier: Apache-2.0

/// Examples of users' classes.
@NullMarked
package dev.segue.cli.inspect.quotes;

import org.jspecify.annotations.NullMarked;
