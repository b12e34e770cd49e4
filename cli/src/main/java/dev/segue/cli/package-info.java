// SPDX-License-Identifier: Apache-2.0

/// The `segue` command itself: its subcommands, its exit codes and how errors are told. Each
/// subcommand lives in a package of its own below this one.
@NullMarked
package dev.segue.cli;

import org.jspecify.annotations.NullMarked;
