// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The directory with all files of a demo: the two channels and the child's log. Closing it deletes
/// the directory, from either JVM.
final class Workspace implements AutoCloseable {

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final String THERE = "there";
  private static final String BACK = "back";

  private final Path directory;

  private Workspace(Path directory) {
    this.directory = directory;
  }

  /// Creates a workspace in shared memory if possible, otherwise in the directory for temporary
  /// files.
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

  /// Opens the workspace that another JVM created.
  static Workspace of(String directory) {
    return new Workspace(Path.of(directory));
  }

  /// Creates both channels, which both JVMs then open.
  void createChannels(long laneCapacity) {
    ChannelConfig config = ChannelConfig.defaults().withLaneCapacity(laneCapacity);
    for (String name : List.of(THERE, BACK)) {
      Channel.create(directory.resolve(name), config).close();
    }
  }

  /// Opens the channel from the parent to the child.
  Channel there() {
    return Channel.open(directory.resolve(THERE));
  }

  /// Opens the channel from the child to the parent.
  Channel back() {
    return Channel.open(directory.resolve(BACK));
  }

  /// Returns the log file of the child's output.
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
