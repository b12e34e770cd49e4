// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Claim;
import dev.segue.shm.Publisher;
import dev.segue.shm.RawMessageHandler;
import dev.segue.shm.Subscriber;
import java.nio.file.Path;
import java.time.Duration;

/// A Segue channel for each direction.
final class SegueWire extends Wire {

  /// How messages are sent and how receivers wait.
  enum Way {
    /// Messages are copied into the lane; receivers spin.
    COPY,
    /// Messages are created in the lane; receivers spin.
    IN_PLACE,
    /// Messages are copied into the lane; receivers sleep.
    BLOCKING;

    SegueWire open(boolean client, Path directory, Content content) {
      return new SegueWire(client, directory, content, this);
    }
  }

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Channel out;
  private final Channel in;
  private final Publisher publisher;
  private final Subscriber subscriber;
  private final RawMessageHandler reading = this::read;
  private final Way way;

  private SegueWire(boolean client, Path directory, Content content, Way way) {
    super(content);
    this.way = way;
    Path there = directory.resolve("there");
    Path back = directory.resolve("back");
    if (client) {
      ChannelConfig config =
          ChannelConfig.defaults().withLaneCapacity(SharedFiles.capacity(content.mostBytes()));
      out = Channel.create(there, config);
      in = Channel.create(back, config);
    } else {
      SharedFiles.await(back);
      out = Channel.open(back);
      in = Channel.open(there);
    }
    publisher = out.addPublisher();
    subscriber = in.addSubscriber();
  }

  @Override
  boolean makesInPlace() {
    return way == Way.IN_PLACE;
  }

  @Override
  boolean trySend() {
    if (way != Way.IN_PLACE) {
      return publisher.offer(message);
    }
    Claim claim = publisher.tryClaim(content.mostBytes());
    if (claim == null) {
      return false;
    }
    claim.commit(make(claim.memory(), claim.offset()));
    return true;
  }

  @Override
  boolean tryReceive() {
    return way == Way.BLOCKING
        ? subscriber.poll(reading, 1, PATIENCE) > 0
        : subscriber.poll(reading, 1) > 0;
  }

  @Override
  public void close() {
    out.close();
    in.close();
  }
}
