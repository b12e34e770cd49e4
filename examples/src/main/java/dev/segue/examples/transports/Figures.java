// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

/// What a {@link Trial} of one transport has shown.
///
/// @param medianNanos the time of a quote there and back
/// @param p99Nanos that which one of a hundred quotes exceeds
/// @param quotesPerSecond in one direction, at best
/// @param quotes the number sent in each of the following experiments
/// @param fromKilledProducer how many have arrived of a producer that died after sending the last
/// @param throughKilledConsumer how many were answered though the consumer was killed after the
///   first half, and started again after the second
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
