// SPDX-License-Identifier: Apache-2.0

/// The user interface that subcommands share: option values, the version, the progress line.
@NullMarked
package dev.segue.cli.terminal;

import org.jspecify.annotations.NullMarked;
