// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// Thrown when a file cannot be read; the message starts with the name of the file.
public final class FileFailure extends IOException {

  private static final long serialVersionUID = 1;

  private FileFailure(String message, Exception cause) {
    super(message, cause);
  }

  private FileFailure(String message) {
    super(message);
  }

  /// Creates a failure with a reason given by the command.
  ///
  /// @param name name of the file, as the user gave it
  /// @param reason without the name
  /// @return an exception to throw
  public static IOException because(String name, String reason) {
    return new FileFailure(name + ": " + reason);
  }

  /// Adds a file's name to a failure, unless the failure already names a file.
  ///
  /// @param name name of the file, as the user gave it
  /// @param cause of the failure
  /// @return an exception to throw
  public static IOException of(String name, Exception cause) {
    Exception reason =
        cause instanceof UncheckedIOException e && e.getCause() != null ? e.getCause() : cause;
    if (reason instanceof FileFailure || reason instanceof FileSystemException) {
      return (IOException) reason;
    }
    return new FileFailure(name + ": " + inside(String.valueOf(reason.getMessage())), reason);
  }

  /// Returns a message with a lower-case first letter, to continue a sentence; messages of the
  /// system start with a capital letter.
  private static String inside(String message) {
    return message.matches("\\p{Lu}\\p{Ll}.*")
        ? Character.toLowerCase(message.charAt(0)) + message.substring(1)
        : message;
  }

  /// Formats a failure as one line for users. The JDK's exceptions often contain only the name of
  /// the file.
  ///
  /// @param e any failure
  /// @return a line without a line break
  public static String message(Exception e) {
    Throwable reason = e.getCause() instanceof FileSystemException cause ? cause : e;
    return switch (reason) {
      case NoSuchFileException missing -> missing.getFile() + ": no such file or directory";
      case FileAlreadyExistsException existing -> existing.getFile() + ": file already exists";
      case AccessDeniedException denied -> denied.getFile() + ": permission denied";
      case NotDirectoryException file -> file.getFile() + ": not a directory";
      case DirectoryNotEmptyException directory -> directory.getFile() + ": directory not empty";
      default -> String.valueOf(e.getMessage());
    };
  }
}
