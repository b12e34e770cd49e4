// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.lane.LaneFault;
import dev.segue.shm.membership.FencedException;
import dev.segue.shm.membership.MembershipException;
import dev.segue.shm.os.FileSizeException;
import dev.segue.shm.os.NoSpaceException;
import dev.segue.shm.os.UntrustedFileException;
import java.io.IOException;
import java.io.Serial;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// The one way the shared-memory transport fails.
///
/// What is expected in normal work, no room and nothing to read, is a return value instead; misuse
/// of the API, use after close among it, is an `IllegalStateException` or an
/// `IllegalArgumentException`.
public final class ShmException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// What went wrong, for callers that react rather than report.
  public enum Kind {
    /// The memory file system has no room for the channel.
    NO_SPACE,
    /// The path is not a channel, or one of another version or layout.
    INCOMPATIBLE,
    /// There is no channel at that path; or it is not there any more, though nobody has unlinked
    /// it, and every member that has it open gets this error.
    NOT_FOUND,
    /// There is a channel, or something else, at that path already.
    ALREADY_EXISTS,
    /// The role in the channel is taken by someone who is alive.
    IN_USE,
    /// The path cannot be used or trusted: another user's, open to others, or a symbolic link.
    ACCESS,
    /// The shared bytes are not what the protocol can have put there, or have been cut off.
    CORRUPT,
    /// The message is longer than the longest that fits a lane.
    MESSAGE_TOO_LONG,
    /// The channel has no place left, for one more member or one more lane.
    LIMIT,
    /// Another process, perhaps a stopped one, does not let members come and go.
    BUSY,
    /// The others have gone on without this publisher or subscriber: it gave no sign of life for
    /// too long, or was too slow for a broadcast that disconnects such. Close it and join again.
    FENCED,
    /// The request got no reply, or found no room, in the time that it was given.
    TIMEOUT,
    /// The handler of the request threw: the message has its text.
    REQUEST_FAILED,
    /// The thread was interrupted while it waited.
    INTERRUPTED,
    /// The operating system refused, for a reason that has no kind of its own: see the cause.
    SYSTEM
  }

  /// What went wrong.
  private final Kind kind;

  /// An error of a kind, with the message a user acts on.
  ///
  /// @param kind what went wrong
  /// @param message what went wrong, where, and what to do about it
  public ShmException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /// An error of a kind that something else caused.
  ///
  /// @param kind what went wrong
  /// @param message what went wrong, where, and what to do about it
  /// @param cause what the operating system or the lane said
  public ShmException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /// What went wrong.
  ///
  /// @return the kind of this error
  public Kind kind() {
    return kind;
  }

  /// What the layers below throw, as users see it.
  static ShmException of(Path channel, Throwable e) {
    return switch (e) {
      case IOException io -> of(channel, io);
      case LaneFault _ ->
          new ShmException(
              Kind.CORRUPT,
              "%s was overwritten from outside (%s): unlink it, and create it anew"
                  .formatted(channel, e.getMessage()),
              e);
      case FencedException fenced ->
          new ShmException(
              fenced.isChannelLost() ? Kind.NOT_FOUND : Kind.FENCED,
              channel + ": " + e.getMessage(),
              e);
      case ShmException told -> told;
      // What an access to a page becomes that the file does not have any more.
      case InternalError _ -> truncated(channel, e);
      default -> throw new AssertionError("nobody throws this", e);
    };
  }

  static ShmException truncated(Path channel, Throwable e) {
    return new ShmException(
        Kind.CORRUPT,
        channel + " was truncated while it was in use: unlink it, and create it anew",
        e);
  }

  private static ShmException of(Path channel, IOException e) {
    String text = e.getMessage() != null ? e.getMessage() : e.toString();
    return switch (e) {
      case NoSpaceException _ ->
          new ShmException(
              Kind.NO_SPACE,
              text + ": unlink channels that are not used, or choose a smaller capacity",
              e);
      case MembershipException refused -> new ShmException(kind(refused), text, e);
      case ClosedByInterruptException _ ->
          new ShmException(Kind.INTERRUPTED, "interrupted at " + channel, e);
      case NoSuchFileException _ ->
          new ShmException(Kind.NOT_FOUND, "no channel at " + channel + " (" + text + ")", e);
      case FileAlreadyExistsException _ ->
          new ShmException(
              Kind.ALREADY_EXISTS, channel + " exists already: open it, or unlink it first", e);
      case UntrustedFileException _ -> new ShmException(Kind.ACCESS, text, e);
      case AccessDeniedException _ -> new ShmException(Kind.ACCESS, "no permission for " + text, e);
      case FileSizeException _ ->
          new ShmException(
              Kind.CORRUPT, text + ": it was truncated or overwritten, unlink the channel", e);
      default -> new ShmException(Kind.SYSTEM, channel + ": " + text, e);
    };
  }

  private static Kind kind(MembershipException e) {
    return switch (e.reason()) {
      case FOREIGN -> Kind.INCOMPATIBLE;
      case TAKEN -> Kind.IN_USE;
      case FULL -> Kind.LIMIT;
      case BUSY -> Kind.BUSY;
      case DAMAGED -> Kind.CORRUPT;
    };
  }
}
