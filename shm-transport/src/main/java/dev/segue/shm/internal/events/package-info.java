// SPDX-License-Identifier: Apache-2.0

/// Flight Recorder events of channels. Nothing here depends on the other packages.
///
/// Rare events are enabled by default. `Send` and `Receive`, which occur for every message or poll,
/// are recorded only if the settings of the recording enable them.
@NullMarked
package dev.segue.shm.internal.events;

import org.jspecify.annotations.NullMarked;
