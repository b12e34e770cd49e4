// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// What went wrong with a file, in words. The JDK's exceptions often have its name alone.
public final class FileFailure {

  private FileFailure() {}

  /// A line for users.
  public static String message(Exception e) {
    Throwable told = e.getCause() instanceof FileSystemException cause ? cause : e;
    return switch (told) {
      case NoSuchFileException missing -> missing.getMessage() + ": there is no such file";
      case FileAlreadyExistsException there ->
          there.getMessage() + ": is there already; --force replaces it";
      case AccessDeniedException denied -> denied.getMessage() + ": may not be accessed";
      default -> String.valueOf(e.getMessage());
    };
  }
}
