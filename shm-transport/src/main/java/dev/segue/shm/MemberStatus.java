// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// A publisher or subscriber of a channel, as of some moment.
///
/// @param id its number, never used twice in its channel
/// @param publisher whether it is a publisher; else it is a subscriber
/// @param processId whose it is, as its own process sees that number
public record MemberStatus(long id, boolean publisher, long processId) {}
