// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.lane.LaneFault;
import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.membership.MembershipException;
import dev.segue.shm.internal.os.FileSizeException;
import dev.segue.shm.internal.os.NoSpaceException;
import dev.segue.shm.internal.os.UntrustedFileException;
import java.io.IOException;
import java.io.Serial;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Thrown for every failure of the shared-memory transport, and of other transports with the same
/// senders and receivers.
///
/// Code reacts to {@link #kind()}; the message is for people: the error, its place, and the remedy.
/// Conditions of normal operation, such as no room or no messages, are return values instead.
/// Misuse of the API, including use after close, is an `IllegalStateException` or an
/// `IllegalArgumentException`.
public final class TransportException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// The kind of failure, for callers that react to it.
  ///
  /// Later versions may add constants; a `switch` needs a `default`.
  public enum Kind {
    /// The memory file system has no space for the channel or for one more lane.
    NO_SPACE,
    /// The path is not a channel, or it is one of another version, topology or capacity.
    INCOMPATIBLE,
    /// There is no channel at the path. From a publisher or subscriber: the files of its channel
    /// were deleted or replaced without unlinking it, and every member gets this error.
    NOT_FOUND,
    /// A channel, or something else, already exists at the path.
    ALREADY_EXISTS,
    /// The channel accepts only one member of that role, and already has a live one.
    IN_USE,
    /// The path cannot be used or trusted: it belongs to another user or group, is open to others,
    /// or is a symbolic link.
    ACCESS_DENIED,
    /// The shared memory holds bytes that the protocol cannot have written, or was truncated.
    CORRUPT,
    /// The message is longer than the channel accepts.
    MESSAGE_TOO_LONG,
    /// The channel has its maximum number of members or lanes.
    LIMIT_EXCEEDED,
    /// Another process, which may be paused, prevents members from joining or leaving.
    BUSY,
    /// The other members have continued without this publisher or subscriber: it sent no heartbeat
    /// for too long, or it was too slow and the channel's policy is to disconnect slow subscribers.
    /// Close it and join again.
    FENCED,
    /// A request got no reply, or there was no room for it, within its timeout; or there was no
    /// channel or service to open within the timeout.
    TIMEOUT,
    /// The handler of the request threw an exception, whose text is in the message.
    REQUEST_FAILED,
    /// The thread was interrupted while it waited.
    INTERRUPTED,
    /// The operating system reported an error that has no kind of its own; see the cause.
    IO_ERROR
  }

  /// What went wrong.
  private final Kind kind;

  /// Creates an exception.
  ///
  /// @param kind the kind of failure
  /// @param message the error, its place, and the remedy
  public TransportException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /// Creates an exception with a cause.
  ///
  /// @param kind the kind of failure
  /// @param message the error, its place, and the remedy
  /// @param cause the failure of a lower layer
  public TransportException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /// The kind of failure.
  ///
  /// @return the kind
  public Kind kind() {
    return kind;
  }

  /// Translates an exception of the internal layers.
  static TransportException of(Path channel, Throwable e) {
    return switch (e) {
      case IOException io -> of(channel, io);
      case LaneFault _ ->
          new TransportException(
              Kind.CORRUPT,
              "%s contains invalid data (%s): unlink it, and create it anew"
                  .formatted(channel, e.getMessage()),
              e);
      case FencedException fenced ->
          new TransportException(
              fenced.isChannelLost() ? Kind.NOT_FOUND : Kind.FENCED,
              channel + ": " + e.getMessage(),
              e);
      case TransportException translated -> translated;
      // Thrown by an access to a page that was truncated from its file.
      case InternalError _ -> truncated(channel, e);
      default -> throw new AssertionError("unexpected exception", e);
    };
  }

  static TransportException truncated(Path channel, Throwable e) {
    return new TransportException(
        Kind.CORRUPT,
        channel + " was truncated while it was in use: unlink it, and create it anew",
        e);
  }

  private static TransportException of(Path channel, IOException e) {
    String text = e.getMessage() != null ? e.getMessage() : e.toString();
    return switch (e) {
      case NoSpaceException _ ->
          new TransportException(
              Kind.NO_SPACE,
              text + ": unlink channels that are not used, or choose a smaller capacity",
              e);
      case MembershipException refused -> new TransportException(kind(refused), text, e);
      case ClosedByInterruptException _ ->
          new TransportException(Kind.INTERRUPTED, "interrupted at " + channel, e);
      case NoSuchFileException missing ->
          new TransportException(Kind.NOT_FOUND, notFound(channel, missing), e);
      case FileAlreadyExistsException _ ->
          new TransportException(
              Kind.ALREADY_EXISTS, channel + " already exists: open it, or unlink it first", e);
      case UntrustedFileException _ -> new TransportException(Kind.ACCESS_DENIED, text, e);
      case AccessDeniedException _ ->
          new TransportException(Kind.ACCESS_DENIED, "no permission for " + text, e);
      case FileSizeException _ ->
          new TransportException(
              Kind.CORRUPT, text + ": it was truncated or overwritten, unlink the channel", e);
      default -> new TransportException(Kind.IO_ERROR, channel + ": " + text, e);
    };
  }

  private static String notFound(Path channel, NoSuchFileException e) {
    Path parent = channel.toAbsolutePath().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      return "the directory " + parent + " does not exist: create it, or use another path";
    }
    Path file = e.getFile() == null ? null : Path.of(e.getFile());
    if (file != null && channel.equals(file.getParent()) && Files.isDirectory(channel)) {
      return "no channel at " + channel + ": its file " + file.getFileName() + " was deleted";
    }
    return "no channel at " + channel + (e.getReason() == null ? "" : ": " + e.getReason());
  }

  private static Kind kind(MembershipException e) {
    return switch (e.reason()) {
      case FOREIGN -> Kind.INCOMPATIBLE;
      case TAKEN -> Kind.IN_USE;
      case FULL -> Kind.LIMIT_EXCEEDED;
      case BUSY -> Kind.BUSY;
      case DAMAGED -> Kind.CORRUPT;
    };
  }
}
