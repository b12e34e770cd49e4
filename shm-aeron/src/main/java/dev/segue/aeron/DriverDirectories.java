// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import io.aeron.CncFileDescriptor;
import io.aeron.CommonContext;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The directories of the media drivers of this process, and the leftovers of killed processes.
///
/// The name of a directory identifies its process: `aeron-USER-segue-PIDNAMESPACE-PID-RANDOM`,
/// beside Aeron's own directories. A process id is compared only within its namespace, because
/// other containers may share the memory.
final class DriverDirectories {

  /// The age of a heartbeat at which a driver counts as dead, also for Aeron's own clients.
  static final long HEARTBEAT_TIMEOUT_MILLIS = 10_000;

  private static final Logger LOGGER = System.getLogger("dev.segue.aeron");
  private static final String PREFIX = CommonContext.AERON_DIR_PROP_DEFAULT + "-segue-";
  private static final Pattern OWNER = Pattern.compile("(\\w+)-(\\d{1,18})-[0-9a-f]+");
  private static final Path PID_NAMESPACE = Path.of("/proc/self/ns/pid");

  private DriverDirectories() {}

  /// Returns the directory name for a new driver.
  static String newName() {
    return name(pidNamespace(), ProcessHandle.current().pid());
  }

  static String name(String pidNamespace, long pid) {
    return "%s%s-%d-%x"
        .formatted(PREFIX, pidNamespace, pid, UUID.randomUUID().getMostSignificantBits());
  }

  /// Identifies the process id namespace of this process; a constant on systems without namespaces.
  static String pidNamespace() {
    try {
      return Files.readSymbolicLink(PID_NAMESPACE).toString().replaceAll("\\D", "");
    } catch (IOException | UnsupportedOperationException e) {
      return "host";
    }
  }

  /// Deletes the directories of this user whose process has ended, as far as possible.
  ///
  /// @param own a directory of this process
  /// @param timeoutMillis the minimum age of a directory's heartbeat, or of its control file if the
  ///   process was killed before it stored a heartbeat
  static void deleteAbandoned(Path own, long timeoutMillis) {
    Path prefix = Path.of(PREFIX);
    Path parent = Objects.requireNonNull(prefix.getParent());
    String start = Objects.requireNonNull(prefix.getFileName()).toString();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, start + "*")) {
      for (Path each : all) {
        String owner = each.getFileName().toString().substring(start.length());
        if (hasEnded(owner)) {
          deleteIfAbandoned(each, own, timeoutMillis);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOGGER.log(Level.DEBUG, "the directories of abandoned media drivers cannot be listed", e);
    }
  }

  private static void deleteIfAbandoned(Path directory, Path own, long timeoutMillis) {
    try {
      if (isOfOwnerOf(own, directory) && !isActive(directory, timeoutMillis)) {
        delete(directory);
      }
    } catch (IOException e) {
      // Another process may be deleting it, too; otherwise the next driver to start tries again.
      LOGGER.log(Level.DEBUG, "the directory of an abandoned media driver cannot be deleted", e);
    }
  }

  private static boolean hasEnded(String owner) {
    Matcher matcher = OWNER.matcher(owner);
    return matcher.matches()
        && matcher.group(1).equals(pidNamespace())
        && ProcessHandle.of(Long.parseLong(matcher.group(2))).isEmpty();
  }

  /// Whether the directory belongs to the same user, so that no other user can change it.
  private static boolean isOfOwnerOf(Path own, Path directory) throws IOException {
    return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
        && Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own));
  }

  /// Whether the driver in a directory may be running: its heartbeat, or its control file if the
  /// heartbeat cannot be read, is younger than the timeout. Unlike Aeron, does not wait for a
  /// driver that is starting.
  private static boolean isActive(Path directory, long timeoutMillis) throws IOException {
    Path control = directory.resolve(CncFileDescriptor.CNC_FILE);
    try {
      if (hasVersion(control)) {
        return CommonContext.isDriverActive(directory.toFile(), timeoutMillis, _ -> {});
      }
    } catch (NoSuchFileException e) {
      return false;
    } catch (RuntimeException e) {
      LOGGER.log(Level.DEBUG, "the file of an abandoned media driver cannot be read", e);
    }
    Instant changed = Files.getLastModifiedTime(control, LinkOption.NOFOLLOW_LINKS).toInstant();
    return changed.isAfter(Instant.now().minusMillis(timeoutMillis));
  }

  /// Whether a driver has completed its control file: it stores the version last.
  private static boolean hasVersion(Path control) throws IOException {
    try (InputStream file = Files.newInputStream(control)) {
      file.skipNBytes(CncFileDescriptor.CNC_VERSION_FIELD_OFFSET);
      byte[] version = file.readNBytes(Integer.BYTES);
      return !Arrays.equals(version, new byte[version.length]);
    } catch (EOFException e) {
      return false;
    }
  }

  private static void delete(Path directory) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.deleteIfExists(emptied);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
