// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;

/// The user that owns this process.
final class CurrentUser {

  private static volatile @Nullable UserPrincipal principal;

  private CurrentUser() {}

  /// Returns the owner of files that this process creates, found from its entry in `/proc` or from
  /// a temporary file.
  static UserPrincipal principal() throws IOException {
    UserPrincipal known = principal;
    if (known == null) {
      known = find();
      principal = known;
    }
    return known;
  }

  /// Whether this process may do to any file what only the file's owner may do.
  static boolean isRoot() throws IOException {
    return principal().getName().equals("root");
  }

  private static UserPrincipal find() throws IOException {
    Path self = Path.of("/proc/self");
    if (System.getProperty("os.name").equals("Linux") && Files.exists(self)) {
      return Files.getOwner(self);
    }
    Path probe = TemporaryFile.create();
    try (Closeable _ = () -> Files.delete(probe)) {
      return Files.getOwner(probe);
    }
  }
}
