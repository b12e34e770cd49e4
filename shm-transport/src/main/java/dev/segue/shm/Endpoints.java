// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.membership.ChannelSettings;
import dev.segue.shm.internal.membership.Delivery;
import dev.segue.shm.internal.membership.MemberSlot;
import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.routing.BroadcastLanes;
import dev.segue.shm.internal.routing.BroadcastLanes.WhenFull;
import dev.segue.shm.internal.routing.PublisherLanes;
import dev.segue.shm.internal.routing.QueueLanes;
import dev.segue.shm.internal.routing.SubscriberLanes;
import java.io.IOException;

/// Creates the publishers and subscribers of a channel with the lanes of its topology.
final class Endpoints {

  private final Channel channel;
  private final ChannelSettings settings;
  private final Registry registry;

  Endpoints(Channel channel, ChannelSettings settings, Registry registry) {
    this.channel = channel;
    this.settings = settings;
    this.registry = registry;
  }

  Publisher publisher(Membership membership) throws IOException {
    PublisherLanes lanes = publisherLanes(membership.memberSlot());
    membership.closeLanesWith(lanes::close);
    membership.checkTruncationWith(lanes::isTruncated);
    lanes.begin();
    return new Publisher(channel, lanes, membership);
  }

  private PublisherLanes publisherLanes(MemberSlot memberSlot) {
    long max = settings.maxMessageLength();
    if (settings.delivery() != Delivery.BROADCAST) {
      return new QueueLanes(registry, memberSlot, max);
    }
    WhenFull whenFull =
        switch (channel.config().slowSubscriber()) {
          case BACK_PRESSURE -> WhenFull.BLOCK;
          case DROP -> WhenFull.DROP;
          case DISCONNECT -> WhenFull.DISCONNECT;
        };
    return new BroadcastLanes(registry, memberSlot, max, whenFull);
  }

  Subscriber subscriber(Membership membership) throws IOException {
    boolean inOrder = settings.delivery() == Delivery.PAIR;
    SubscriberLanes lanes =
        new SubscriberLanes(
            registry, membership.memberSlot(), settings.maxMessageLength(), inOrder);
    Subscriber subscriber = new Subscriber(channel, lanes, membership);
    membership.closeLanesWith(() -> {
      try {
        lanes.close();
      } finally {
        subscriber.wakeUp();
      }
    });
    membership.checkTruncationWith(lanes::isTruncated);
    lanes.begin();
    return subscriber;
  }
}
