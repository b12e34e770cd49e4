// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// What one lane of a channel looks like, as of some moment.
///
/// @param id its number, never used twice in its channel
/// @param producer the id of the publisher, 0 when that has gone, -1 when it was fenced
/// @param consumer the id of the subscriber, or 0
/// @param messages published in it
/// @param bytes published in it
/// @param delivered messages that were handled and released
/// @param refused claims that found no room
/// @param dropped messages that a broadcast did not send there because there was no room
public record LaneStatus(
    long id,
    long producer,
    long consumer,
    long messages,
    long bytes,
    long delivered,
    long refused,
    long dropped) {}
