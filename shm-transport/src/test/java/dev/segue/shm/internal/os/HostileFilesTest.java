// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A process that may write to a directory replaces a file there while another one uses it. Opening
/// a FIFO could block forever.
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
@DisabledOnOs(OS.WINDOWS)
class HostileFilesTest {

  private static final int ROUNDS = 300;
  private static final int BYTES = 100;

  @TempDir Path directory;
  private Path file;
  private Path fifo;
  private Access access;

  @BeforeEach
  void makeBoth() throws Exception {
    Path group = Files.createDirectory(directory.resolve("group"));
    file = group.resolve("file");
    fifo = directory.resolve("fifo");
    access =
        Access.of(file, Files.readAttributes(group, PosixFileAttributes.class).group().getName());
    SharedFile.create(file, BYTES, access);
    assertEquals(0, new ProcessBuilder("mkfifo", "-m", "660", fifo.toString()).start().waitFor());
  }

  /// If a test has failed, a thread may be waiting for the other end of the FIFO.
  @AfterEach
  void releaseWaitingThreads() throws IOException {
    FileChannel.open(fifo, StandardOpenOption.READ, StandardOpenOption.WRITE).close();
  }

  enum Use {
    READ {
      @Override
      void once(Path file, Access access) throws IOException {
        assertEquals(BYTES, SharedFile.readStart(file, 2 * BYTES, access).remaining());
      }
    },
    WRITE {
      @Override
      void once(Path file, Access access) throws IOException {
        SharedFile.writeLong(file, 0, 1, access);
      }
    },
    MAP {
      @Override
      void once(Path file, Access access) throws IOException {
        SharedFile.map(file, BYTES, access).close();
      }
    },
    LOCK {
      @Override
      void once(Path file, Access access) throws IOException {
        LockFile.open(file, access).close();
      }
    },
    LIST {
      @Override
      void once(Path file, Access access) throws IOException {
        Listing.of(file, "*").close();
      }
    };

    abstract void once(Path file, Access access) throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  void aFifoIsRefused(Use use) throws IOException {
    assertThrows(IOException.class, () -> use.once(fifo, access));
    use.once(use == Use.LIST ? directory : file, access);
  }

  @ParameterizedTest
  @EnumSource(names = "LIST", mode = EnumSource.Mode.EXCLUDE)
  void fileThatAlternatesWithAFifoDoesNotBlock(Use use) throws Exception {
    Path regular = Files.createLink(directory.resolve("regular"), file);
    int used = 0;
    int refused = 0;
    try (Replacing _ = new Replacing(file, fifo, regular)) {
      while (used < ROUNDS || refused < ROUNDS) {
        try {
          use.once(file, access);
          used++;
        } catch (IOException e) {
          refused++;
        }
      }
    }
  }

  /// Without descriptors, the JDK opens a file to change its permissions.
  @Test
  @EnabledIf("hasHandles")
  void fileReplacedDuringCreationDoesNotBlock() throws Exception {
    Path created = file.resolveSibling("created");
    try (Replacing _ = new Replacing(created, fifo)) {
      for (int succeeded = 0; succeeded < ROUNDS; ) {
        Files.deleteIfExists(created);
        try {
          SharedFile.create(created, BYTES, access);
          succeeded++;
        } catch (FileAlreadyExistsException e) {
          // The FIFO was there first.
        }
      }
    }
  }

  /// Opening a file with a lease waits for the lease holder, for up to 45 seconds.
  @Test
  @EnabledIf("hasHandles")
  void aLeaseIsReportedAtOnce() throws IOException {
    int descriptor = Libc.open(file, Libc.O_RDWR);
    try {
      assumeTrue(Leases.take(descriptor), "leases are not supported here");
      for (Use use : EnumSet.complementOf(EnumSet.of(Use.LIST))) {
        IOException e = assertThrows(IOException.class, () -> use.once(file, access));
        assertTrue(e.toString().contains("another process has a lease of it"), e::toString);
      }
    } finally {
      Libc.close(descriptor);
    }
    Use.READ.once(file, access);
  }

  static boolean hasHandles() {
    return Libc.AVAILABLE;
  }

  /// Keeps replacing the file at a path by others, in turn.
  private static final class Replacing implements AutoCloseable {

    private final Path path;
    private final List<Path> others;
    private final Thread thread;
    private volatile boolean stopped;

    Replacing(Path path, Path... others) {
      this.path = path;
      this.others = List.of(others);
      this.thread = Thread.ofPlatform().daemon().start(this::run);
    }

    private void run() {
      Path next = others.getFirst().resolveSibling("next");
      try {
        for (int i = 0; !stopped; i++) {
          Files.deleteIfExists(next); // It stays if it links to the file at the path.
          Files.createLink(next, others.get(i % others.size()));
          Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e); // The test's time-out reports it.
      }
    }

    @Override
    public void close() {
      stopped = true;
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true; // The test's time-out interrupts it.
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
