// SPDX-License-Identifier: Apache-2.0

/// The `segue` command itself: its subcommands, exit codes and error messages. Each subcommand has
/// its own subpackage.
@NullMarked
package dev.segue.cli;

import org.jspecify.annotations.NullMarked;
