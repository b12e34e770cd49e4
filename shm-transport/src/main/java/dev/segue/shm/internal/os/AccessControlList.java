// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryFlag;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The access control lists of a channel's files on Windows.
///
/// They grant access to this user, and to the principals that have full control over the user's
/// home directory anyway: the system and the administrators. The names of these principals differ
/// between languages, so they are read from the home directory. The files of an administrator may
/// belong to the administrators' group.
final class AccessControlList {

  private static final Set<AclEntryPermission> FULL_CONTROL =
      EnumSet.allOf(AclEntryPermission.class);

  private static volatile @Nullable Set<UserPrincipal> trusted;

  private AccessControlList() {}

  /// Whether the files of a file system have access control lists instead of POSIX permissions.
  static boolean isUsed(Path path) {
    Set<String> views = path.getFileSystem().supportedFileAttributeViews();
    return views.contains("acl") && !views.contains("posix");
  }

  /// The attribute with which a file or a directory is created.
  static FileAttribute<List<AclEntry>> attribute(boolean directory) throws IOException {
    List<AclEntry> entries = entries(directory);
    return new FileAttribute<>() {
      @Override
      public String name() {
        return "acl:acl";
      }

      @Override
      public List<AclEntry> value() {
        return entries;
      }
    };
  }

  /// Removes what a new directory has inherited from its parent.
  static void apply(Path directory) throws IOException {
    view(directory).setAcl(entries(true));
  }

  private static List<AclEntry> entries(boolean directory) throws IOException {
    AclEntryFlag[] flags =
        directory
            ? new AclEntryFlag[] {AclEntryFlag.FILE_INHERIT, AclEntryFlag.DIRECTORY_INHERIT}
            : new AclEntryFlag[0];
    return trusted().stream()
        .map(principal ->
            AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(principal)
                .setPermissions(FULL_CONTROL)
                .setFlags(flags)
                .build())
        .toList();
  }

  /// Checks that nobody else can access a file or a directory.
  ///
  /// @throws UntrustedFileException when others can
  static void require(Path path) throws IOException {
    AclFileAttributeView view = view(path);
    UserPrincipal owner = view.getOwner();
    if (!trusted().contains(owner)) {
      throw new UntrustedFileException(
          path,
          "belongs to %s, not to %s: only its owner can use a channel"
              .formatted(owner.getName(), CurrentUser.principal().getName()));
    }
    List<AclEntry> entries = view.getAcl();
    if (entries.isEmpty()) {
      throw new UntrustedFileException(
          path,
          "has no access control list, so everyone can access it: use a path in a file system that has them, such as NTFS");
    }
    Set<String> others = new TreeSet<>();
    for (AclEntry entry : entries) {
      if (grants(entry) && !trusted().contains(entry.principal())) {
        others.add(entry.principal().getName());
      }
    }
    if (!others.isEmpty()) {
      throw new UntrustedFileException(
          path,
          "is open to others than its owner, and a channel must not be: remove the access of %s"
              .formatted(others));
    }
  }

  private static boolean grants(AclEntry entry) {
    return entry.type() == AclEntryType.ALLOW
        && !entry.permissions().isEmpty()
        && !entry.flags().contains(AclEntryFlag.INHERIT_ONLY);
  }

  private static AclFileAttributeView view(Path path) {
    return Files.getFileAttributeView(path, AclFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static Set<UserPrincipal> trusted() throws IOException {
    Set<UserPrincipal> known = trusted;
    if (known == null) {
      known = new LinkedHashSet<>();
      known.add(CurrentUser.principal());
      addOwnersOf(Path.of(System.getProperty("user.home")), known);
      trusted = known;
    }
    return known;
  }

  /// Adds the principals that have full control over a directory.
  private static void addOwnersOf(Path home, Set<UserPrincipal> principals) throws IOException {
    if (!isUsed(home) || !Files.isDirectory(home)) {
      return;
    }
    for (AclEntry entry : view(home).getAcl()) {
      if (grants(entry) && entry.permissions().containsAll(FULL_CONTROL)) {
        principals.add(entry.principal());
      }
    }
  }
}
