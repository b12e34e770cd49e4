// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A failure to read or write a file, with the file's name in front of the reason.
public final class FileFailure extends IOException {

  private static final long serialVersionUID = 1;

  private FileFailure(String message, Exception cause) {
    super(message, cause);
  }

  private FileFailure(String message) {
    super(message);
  }

  /// A failure with a reason of the command's own.
  ///
  /// @param name the file's, as the user gave it
  /// @param reason without the name
  /// @return to be thrown
  public static IOException because(String name, String reason) {
    return new FileFailure(name + ": " + reason);
  }

  /// Puts a file's name in front of what went wrong, unless the failure names a file already.
  ///
  /// @param name the file's, as the user gave it
  /// @param cause of the failure
  /// @return to be thrown
  public static IOException of(String name, Exception cause) {
    Exception reason =
        cause instanceof UncheckedIOException e && e.getCause() != null ? e.getCause() : cause;
    if (reason instanceof FileFailure || reason instanceof FileSystemException) {
      return (IOException) reason;
    }
    return new FileFailure(name + ": " + reason.getMessage(), reason);
  }

  /// Puts a file's name in front of what went wrong, unless the failure names a file already.
  ///
  /// @param file as the user gave it
  /// @param cause of the failure
  /// @return to be thrown
  public static IOException of(Path file, Exception cause) {
    return of(file.toString(), cause);
  }

  /// One line for users. The JDK's exceptions often have the file's name alone.
  ///
  /// @param e any failure
  /// @return without a line break at the end
  public static String message(Exception e) {
    Throwable reason = e.getCause() instanceof FileSystemException cause ? cause : e;
    return switch (reason) {
      case NoSuchFileException missing -> missing.getFile() + ": no such file or directory";
      case FileAlreadyExistsException existing ->
          existing.getFile() + ": file already exists; use --force to overwrite";
      case AccessDeniedException denied -> denied.getFile() + ": permission denied";
      case DirectoryNotEmptyException directory -> directory.getFile() + ": directory not empty";
      default -> String.valueOf(e.getMessage());
    };
  }
}
