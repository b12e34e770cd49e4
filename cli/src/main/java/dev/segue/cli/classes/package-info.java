// SPDX-License-Identifier: Apache-2.0

/// The users' own classes, which commands load to show payloads.
@NullMarked
package dev.segue.cli.classes;

import org.jspecify.annotations.NullMarked;
