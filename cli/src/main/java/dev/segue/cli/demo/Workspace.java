// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The one directory that a demo leaves traces in: the channel out, the channel back, and what the
/// child says when it fails. Closing deletes it, from whichever JVM is left.
final class Workspace implements AutoCloseable {

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final String THERE = "there";
  private static final String BACK = "back";

  private final Path directory;

  private Workspace(Path directory) {
    this.directory = directory;
  }

  /// Makes one, in shared memory where there is any, else where temporary files go.
  static Workspace create() {
    try {
      String prefix = "segue-demo-" + ProcessHandle.current().pid() + "-";
      return new Workspace(
          Files.isDirectory(SHARED_MEMORY) && Files.isWritable(SHARED_MEMORY)
              ? Files.createTempDirectory(SHARED_MEMORY, prefix)
              : Files.createTempDirectory(prefix));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create a directory for the channels: " + e, e);
    }
  }

  /// The one that another JVM made.
  static Workspace of(String directory) {
    return new Workspace(Path.of(directory));
  }

  /// Makes both channels, for both JVMs to open.
  void createChannels(long laneCapacity) {
    ChannelConfig config = ChannelConfig.defaults().withLaneCapacity(laneCapacity);
    for (String name : List.of(THERE, BACK)) {
      Channel.create(directory.resolve(name), config).close();
    }
  }

  /// The channel from the parent to the child.
  Channel there() {
    return Channel.open(directory.resolve(THERE));
  }

  /// The channel from the child to the parent.
  Channel back() {
    return Channel.open(directory.resolve(BACK));
  }

  /// What the child prints.
  Path log() {
    return directory.resolve("child.log");
  }

  @Override
  public String toString() {
    return directory.toString();
  }

  @Override
  public void close() {
    Channel.unlinkIfExists(directory.resolve(THERE));
    Channel.unlinkIfExists(directory.resolve(BACK));
    try {
      Files.deleteIfExists(log());
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + directory + ": " + e, e);
    }
  }
}
