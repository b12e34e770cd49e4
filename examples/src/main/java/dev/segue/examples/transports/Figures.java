// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

/// The results of a {@link Trial} of one transport.
///
/// @param medianNanos the median round trip of a quote
/// @param p99Nanos the 99th percentile of the round trip
/// @param quotesPerSecond the best rate in one direction
/// @param quotes the number sent in each of the following experiments
/// @param fromKilledProducer how many quotes arrived from a producer that died after sending the
///   last one
/// @param throughKilledConsumer how many quotes were answered although the consumer was killed
///   after the first half and restarted after the second
/// @param answeredTwice how many of them were answered by both consumers
/// @param stored how many of all quotes sent a new reader could still read
public record Figures(
    double medianNanos,
    double p99Nanos,
    double quotesPerSecond,
    int quotes,
    int fromKilledProducer,
    int throughKilledConsumer,
    int answeredTwice,
    long stored) {}
