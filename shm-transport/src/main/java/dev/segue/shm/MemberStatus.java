// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// A publisher or subscriber of a channel, as of some moment.
///
/// @param id its number, never used twice in its channel
/// @param publisher whether it is a publisher; else it is a subscriber
/// @param processId whose it is, as its own process sees that number
/// @param waits how often it went to sleep: a subscriber for want of messages, a publisher for want
///   of room
public record MemberStatus(long id, boolean publisher, long processId, long waits) {}
