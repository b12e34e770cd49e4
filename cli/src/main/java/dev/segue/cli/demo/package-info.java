// SPDX-License-Identifier: Apache-2.0

/// `segue demo`: sends objects from this JVM to a second one and back, and measures it.
///
/// `Demo` runs the phases, `DemoSender` sends and `DemoReceiver` receives messages, `DemoMessages`
/// contains the objects to send, and `DemoChild` is the second JVM.
@NullMarked
package dev.segue.cli.demo;

import org.jspecify.annotations.NullMarked;
