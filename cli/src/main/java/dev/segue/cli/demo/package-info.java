// SPDX-License-Identifier: Apache-2.0

/// `segue demo`: objects from this JVM to a second one and back, and what that took.
///
/// `Demo` runs the phases, `Outbound` and `Inbound` are the way of a message, `Parcels` what is
/// sent, `DemoChild` the second JVM.
@NullMarked
package dev.segue.cli.demo;

import org.jspecify.annotations.NullMarked;
