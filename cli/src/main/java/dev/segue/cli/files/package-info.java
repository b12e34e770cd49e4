// SPDX-License-Identifier: Apache-2.0

/// The files that commands read and write: standard streams, outputs that appear complete or not at
/// all, and failures that name the file.
@NullMarked
package dev.segue.cli.files;

import org.jspecify.annotations.NullMarked;
