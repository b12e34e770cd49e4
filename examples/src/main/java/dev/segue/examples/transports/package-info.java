// SPDX-License-Identifier: Apache-2.0

/// The same program on shared memory, on Aeron and on Kafka.
///
/// `Link` is the program's interface to a transport; `ShmLink`, `AeronLink` and `KafkaLink`
/// implement it. A `Trial` measures one of them between this process and a `Peer` process, which it
/// also kills.
@NullMarked
package dev.segue.examples.transports;

import org.jspecify.annotations.NullMarked;
