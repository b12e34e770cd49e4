// SPDX-License-Identifier: Apache-2.0

/// What the subcommands share in talking to people: option values, the version, the live line.
@NullMarked
package dev.segue.cli.terminal;

import org.jspecify.annotations.NullMarked;
