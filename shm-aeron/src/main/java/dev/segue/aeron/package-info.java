// SPDX-License-Identifier: Apache-2.0

/// Messages to other hosts over Aeron, through the same senders and receivers as in shared memory.
///
/// - {@link dev.segue.aeron.AeronConfig}: the settings, such as Aeron's channel, stream, term
///   length and media driver.
/// - {@link dev.segue.aeron.AeronTransport}: opens the stream, or uses an existing Aeron client,
///   and adds a {@link dev.segue.shm.MessageSender} or {@link dev.segue.shm.MessageReceiver}.
///
/// Serializing, encoding and errors are the same as in `dev.segue.shm`: `MessageCodec` and
/// `TransportException`.
@NullMarked
package dev.segue.aeron;

import org.jspecify.annotations.NullMarked;
