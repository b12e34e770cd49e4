// SPDX-License-Identifier: Apache-2.0

/// The same program on shared memory, on Aeron and on Kafka.
///
/// `Link` is what the program needs of a transport, and `ShmLink`, `AeronLink` and `KafkaLink`
/// provide it. A `Trial` measures one of them between this process and `Peer`, another one, which
/// it also kills.
@NullMarked
package dev.segue.examples.transports;

import org.jspecify.annotations.NullMarked;
