// SPDX-License-Identifier: Apache-2.0

/// Records of Kafka: a broker, a process that writes and reads, and the libraries for values.
@NullMarked
package dev.segue.benchmark.kafka;

import org.jspecify.annotations.NullMarked;
