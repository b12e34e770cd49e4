// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// How many publishers and subscribers a channel can have, and which subscribers get a message.
///
/// Every topology has a lane from each publisher to each subscriber, and a lane delivers its
/// messages in order. Later versions may add constants; a `switch` needs a `default`.
public enum Topology {
  /// One publisher and one subscriber at a time. Messages arrive in the order in which they were
  /// committed, even when the publisher or the subscriber is replaced by another one.
  PAIR,
  /// Any number of publishers and subscribers; each message goes to one subscriber, in turn. With
  /// one subscriber at a time, the messages of each publisher arrive in order; with several, there
  /// is no order between the messages of different subscribers. Without a subscriber, messages wait
  /// for the next one.
  QUEUE,
  /// Any number of publishers and subscribers; each message goes to every subscriber that had
  /// joined when it was claimed, and each subscriber gets the messages of a publisher in order.
  /// Without a subscriber, messages are discarded. If a publisher dies during a commit, the message
  /// may have reached some subscribers and not others. If a process is paused while it lets members
  /// join or leave, publishers wait for it for a second, and then send to those they know.
  BROADCAST
}
