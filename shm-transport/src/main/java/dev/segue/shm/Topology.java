// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// How many publishers and subscribers a channel has, and who gets a message.
///
/// In all of them each publisher's lane to each subscriber is in order and loses nothing.
public enum Topology {
  /// One publisher and one subscriber at a time. Messages arrive in the order in which they were
  /// committed, also over restarts of either.
  PAIR,
  /// Any number of both; each message goes to one of the subscribers, by turns. While there is one
  /// subscriber at a time, the messages of each publisher arrive in order; with several, there is
  /// no order between what different ones get. Without a subscriber, messages wait for the next
  /// one.
  QUEUE,
  /// Any number of both; each message goes to every subscriber that had joined before it was
  /// claimed, in the order of its publisher. Without a subscriber it goes nowhere. A publisher that
  /// dies in the middle of a commit may have reached some and not others.
  BROADCAST
}
