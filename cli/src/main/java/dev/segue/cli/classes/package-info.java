// SPDX-License-Identifier: Apache-2.0

/// Loads the users' own classes, for the commands that show payloads.
@NullMarked
package dev.segue.cli.classes;

import org.jspecify.annotations.NullMarked;
