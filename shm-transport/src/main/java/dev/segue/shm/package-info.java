// SPDX-License-Identifier: Apache-2.0

/// Messages between JVMs on one host, through shared memory.
///
/// Seven types are enough to get started:
///
/// - {@link dev.segue.shm.Channel}: creates, opens and deletes channels, and adds publishers and
///   subscribers.
/// - {@link dev.segue.shm.ChannelConfig}: the settings of a new channel.
/// - {@link dev.segue.shm.Topology}: how many publishers and subscribers a channel can have, and
///   which subscribers get a message.
/// - {@link dev.segue.shm.Publisher}: sends messages.
/// - {@link dev.segue.shm.Subscriber}: receives messages.
/// - {@link dev.segue.shm.MessageCodec}: turns values into messages and back.
/// - {@link dev.segue.shm.TransportException}: every failure, with a kind.
///
/// The other types, by task:
///
/// - *Values instead of bytes*: {@link dev.segue.shm.MessageSerializer}, {@link
///   dev.segue.shm.MessageDeserializer}, and {@link dev.segue.shm.MessageEncoding}, such as
///   compression, are the parts of a codec; {@link dev.segue.shm.TypedPublisher} and {@link
///   dev.segue.shm.TypedSubscriber} use one codec for all their messages.
/// - *Sending and receiving in place*: {@link dev.segue.shm.Claim}, {@link
///   dev.segue.shm.MessageHandler}, {@link dev.segue.shm.RawMessageHandler}, {@link
///   dev.segue.shm.HeldMessage}.
/// - *Waiting, and slow subscribers*: {@link dev.segue.shm.IdleAction}, {@link
///   dev.segue.shm.SlowSubscriberPolicy}.
/// - *Requests and replies*: {@link dev.segue.shm.Requester}, {@link dev.segue.shm.Responder},
///   {@link dev.segue.shm.TypedResponder}, {@link dev.segue.shm.RequestHandler}.
/// - *Monitoring*: {@link dev.segue.shm.LaneStatus}, {@link dev.segue.shm.MemberStatus}, {@link
///   dev.segue.shm.MemberRole}, {@link dev.segue.shm.ChannelObserver}.
/// - *Code for any transport*: {@link dev.segue.shm.MessageSender}, {@link
///   dev.segue.shm.MessageReceiver}, which the Aeron module implements as well.
@NullMarked
package dev.segue.shm;

import org.jspecify.annotations.NullMarked;
