// SPDX-License-Identifier: Apache-2.0

/// What a flight recording says of a channel. Nothing here knows of the other packages.
///
/// What is rare is recorded whenever a recording runs; `Send` and `Receive`, which come with every
/// message, only when its settings enable them.
@NullMarked
package dev.segue.shm.internal.events;

import org.jspecify.annotations.NullMarked;
