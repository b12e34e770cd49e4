// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The log of one member, in a file that outlives its process.
final class Journal implements AutoCloseable {

  /// An entry of the journal.
  ///
  /// @param what one of the constants below
  /// @param publisher the publisher of the message
  /// @param sequence the message's number, as counted by that publisher
  record Entry(long what, long publisher, long sequence) {}

  static final long COMMITTING = 1;
  static final long COMMITTED = 2;
  static final long RECEIVED = 3;
  static final long RELEASED = 4;
  static final long CORRUPT = 5;
  static final long TORN = 6;

  private static final int ENTRY_LENGTH = 3 * Long.BYTES;

  private final FileChannel file;
  private final ByteBuffer entry = ByteBuffer.allocateDirect(ENTRY_LENGTH);

  Journal(Path path) throws IOException {
    file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
  }

  /// Appends an entry, and returns after it is in the file.
  void add(long what, long publisher, long sequence) {
    entry.clear().putLong(what).putLong(publisher).putLong(sequence).flip();
    try {
      file.write(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /// Reads a journal. An incomplete entry of a member that died is ignored.
  static List<Entry> read(Path path) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
    List<Entry> entries = new ArrayList<>();
    while (bytes.remaining() >= ENTRY_LENGTH) {
      entries.add(new Entry(bytes.getLong(), bytes.getLong(), bytes.getLong()));
    }
    return entries;
  }
}
