// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who may use the files of a channel: their owner alone, or the members of one POSIX group.
///
/// The members of a group trust each other as the processes of one user do: each of them may own
/// any of the files. So the checks ensure that nobody else can reach or replace the files.
public final class Access {

  /// Only the owner may use the files.
  public static final Access OWNER = new Access(null, null);

  private static final Set<PosixFilePermission> OWNER_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWNER_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> GROUP_FILE =
      PosixFilePermissions.fromString("rw-rw----");
  private static final Set<PosixFilePermission> GROUP_DIRECTORY =
      PosixFilePermissions.fromString("rwxrwx---");

  private static final int STICKY = 01000;
  private static final int SET_GROUP_ID = 02000;

  private final @Nullable String name;
  private final @Nullable GroupPrincipal group;

  private Access(@Nullable String name, @Nullable GroupPrincipal group) {
    this.name = name;
    this.group = group;
  }

  /// Returns the access of a group's members to the files below a path.
  ///
  /// @param path a path in the file system of the files
  /// @param name name of the group, or its number; null: only the owner has access
  /// @throws UntrustedFileException when the group does not exist, or the system has no groups
  public static Access of(Path path, @Nullable String name) throws IOException {
    if (name == null) {
      return OWNER;
    }
    if (!hasGroups(path)) {
      throw new UntrustedFileException(path, withoutGroups(name));
    }
    try {
      return new Access(
          name,
          path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(name));
    } catch (UserPrincipalNotFoundException e) {
      throw new UntrustedFileException(
          "there is no group %s on this system: create it, or name another one".formatted(name), e);
    }
  }

  private static String withoutGroups(@Nullable String name) {
    return "cannot be shared with the group %s: its file system has no groups".formatted(name);
  }

  private static boolean hasGroups(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /// The name of the group, or null if only the owner has access.
  public @Nullable String group() {
    return name;
  }

  /// The attributes with which a file or a directory is created: nobody else has access to it
  /// before {@link #share}.
  static FileAttribute<?>[] initial(Path path, boolean directory) throws IOException {
    return AccessControlList.isUsed(path)
        ? new FileAttribute<?>[] {AccessControlList.attribute(directory)}
        : permissions(path, directory);
  }

  /// The POSIX permissions of the owner alone, if the file system has them.
  static FileAttribute<?>[] permissions(Path path, boolean directory) {
    return hasGroups(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(directory ? OWNER_DIRECTORY : OWNER_FILE)
        }
        : new FileAttribute<?>[0];
  }

  /// Shares a directory that this process has created with the group, if there is one, as {@link
  /// #shareFile} shares a file.
  void shareDirectory(Path directory) throws IOException {
    if (AccessControlList.isUsed(directory)) {
      AccessControlList.apply(directory); // The files in it inherit this.
    }
    if (group == null) {
      return;
    }
    try (FileHandle handle = FileHandle.of(directory)) {
      if (!handle.attributes().isDirectory()) {
        throw new UntrustedFileException(directory, "is not a directory");
      }
      share(handle, GROUP_DIRECTORY);
    }
  }

  /// Shares a file that this process has created with the group, if there is one. The file's
  /// permissions depend neither on the process's umask nor on its directory.
  void shareFile(FileHandle file) throws IOException {
    share(file, GROUP_FILE);
  }

  private void share(FileHandle file, Set<PosixFilePermission> permissions) throws IOException {
    if (group == null) {
      return;
    }
    PosixFileAttributeView view = requireView(file.path(), file.posixView());
    try {
      view.setGroup(group);
    } catch (FileSystemException e) {
      throw new UntrustedFileException(
          "%s cannot create files of the group %s: only its members can"
              .formatted(CurrentUser.principal(), name),
          e);
    }
    view.setPermissions(permissions);
  }

  private PosixFileAttributeView requireView(Path path, @Nullable PosixFileAttributeView view)
      throws UntrustedFileException {
    if (view == null) {
      throw new UntrustedFileException(path, withoutGroups(name));
    }
    return view;
  }

  /// Checks that a path is a directory that only its owner, or only the group, can access.
  ///
  /// @throws UntrustedFileException when it is not
  public void requireDirectory(Path directory) throws IOException {
    try (FileHandle handle = FileHandle.of(directory)) {
      require(directory, handle.attributes(), true);
    }
  }

  /// Checks that a file is a regular one that only its owner, or only the group, can access.
  ///
  /// @param file path of the file, for messages
  /// @throws UntrustedFileException when it is not
  void requireFile(Path file, BasicFileAttributes attributes) throws IOException {
    require(file, attributes, false);
  }

  private void require(Path path, BasicFileAttributes attributes, boolean directory)
      throws IOException {
    if (attributes.isSymbolicLink()) {
      throw new UntrustedFileException(path, "is a symbolic link, and those are not followed");
    }
    if (directory ? !attributes.isDirectory() : !attributes.isRegularFile()) {
      throw new UntrustedFileException(
          path, directory ? "is not a directory" : "is not a regular file");
    }
    if (group != null && !hasGroups(path)) {
      throw new UntrustedFileException(path, withoutGroups(name));
    }
    if (attributes instanceof PosixFileAttributes posix) {
      if (group == null) {
        requirePrivate(path, posix);
      } else {
        requireGroup(path, posix, directory);
      }
    } else if (AccessControlList.isUsed(path)) {
      AccessControlList.require(path);
    }
  }

  /// Checks that a directory belongs to this user, or to the group alone.
  ///
  /// @throws UntrustedFileException when it does not
  void requireOwner(Path directory) throws IOException {
    if (attributes(directory) instanceof PosixFileAttributes posix) {
      requireOwner(directory, posix);
    } else if (AccessControlList.isUsed(directory)) {
      AccessControlList.require(directory);
    }
  }

  /// Checks that a directory that was opened belongs to this user, or to the group alone.
  ///
  /// @param directory path of the directory, for the message
  /// @throws UntrustedFileException when it does not
  void requireOwner(Path directory, PosixFileAttributes attributes) throws IOException {
    boolean ofGroup =
        attributes.group().equals(group) && beyond(attributes, GROUP_DIRECTORY).isEmpty();
    if (!ofGroup && !attributes.owner().equals(CurrentUser.principal())) {
      throw new UntrustedFileException(
          directory,
          "belongs to %s, not to %s".formatted(attributes.owner(), CurrentUser.principal()));
    }
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    @Nullable PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    return view != null
        ? view.readAttributes()
        : Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static void requirePrivate(Path path, PosixFileAttributes attributes) throws IOException {
    if (!attributes.owner().equals(CurrentUser.principal())) {
      throw new UntrustedFileException(
          path,
          "belongs to %s, not to %s: only its owner can use a channel%s"
              .formatted(attributes.owner(), CurrentUser.principal(), orGroup(attributes)));
    }
    EnumSet<PosixFilePermission> others = beyond(attributes, OWNER_DIRECTORY);
    if (!others.isEmpty()) {
      throw new UntrustedFileException(
          path,
          "is open to others than its owner, and a channel must not be%s: remove the permissions %s"
              .formatted(orGroup(attributes), others));
    }
  }

  /// A hint, for error messages about a file that may belong to a group.
  private static String orGroup(PosixFileAttributes attributes) {
    return attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
        ? ", unless its group (%s) is named when it is opened".formatted(attributes.group())
        : "";
  }

  private static EnumSet<PosixFilePermission> beyond(
      PosixFileAttributes attributes, Set<PosixFilePermission> allowed) {
    EnumSet<PosixFilePermission> beyond = EnumSet.noneOf(PosixFilePermission.class);
    beyond.addAll(attributes.permissions());
    beyond.removeAll(allowed);
    return beyond;
  }

  private void requireGroup(Path path, PosixFileAttributes attributes, boolean directory)
      throws IOException {
    if (!attributes.group().equals(group)) {
      throw new UntrustedFileException(
          path,
          "has the group %s, but the group %s was named: both sides must name the same"
              .formatted(attributes.group(), name));
    }
    EnumSet<PosixFilePermission> others = beyond(attributes, GROUP_DIRECTORY);
    if (!others.isEmpty()) {
      throw new UntrustedFileException(
          path,
          "is open to others than the group %s: remove the permissions %s".formatted(name, others));
    }
    if (!attributes.permissions().containsAll(directory ? GROUP_DIRECTORY : GROUP_FILE)) {
      throw new UntrustedFileException(
          path,
          "is not open to its group %s: name the group when the channel is created, or do not name it here"
              .formatted(name));
    }
    if (directory) {
      requireUsable(path);
    }
  }

  private void requireUsable(Path directory) throws IOException {
    if ((mode(directory) & STICKY) != 0) {
      throw new UntrustedFileException(
          directory,
          "has the sticky bit, with which members cannot delete each other's lanes: remove it"
              + " (chmod -t)");
    }
    if (!Files.isWritable(directory)) {
      throw new UntrustedFileException(
          directory,
          "is open to members of the group %s, and this process of %s is not one: add the user, and start the process in a new session"
              .formatted(name, CurrentUser.principal()));
    }
  }

  /// Checks that nobody outside the group can replace a channel, or create one that looks like the
  /// group's. Does nothing if there is no group: then each file must belong to this user.
  ///
  /// @param channel path of the channel, whether it exists or not
  /// @throws UntrustedFileException when the directory of the path allows that
  public void requirePlace(Path channel) throws IOException {
    @Nullable Path parent = channel.toAbsolutePath().getParent();
    if (group == null || parent == null) {
      return;
    }
    int mode = mode(parent);
    boolean ofGroup = Objects.equals(Files.getAttribute(parent, "posix:group"), group);
    boolean othersWrite = has(parent, PosixFilePermission.OTHERS_WRITE);
    boolean strangersWrite =
        othersWrite || (!ofGroup && has(parent, PosixFilePermission.GROUP_WRITE));
    if (strangersWrite && (mode & STICKY) == 0) {
      throw new UntrustedFileException(
          parent,
          "lets users outside the group %s replace channels: set its sticky bit (chmod +t), or use another directory"
              .formatted(name));
    }
    if (othersWrite && ofGroup && (mode & SET_GROUP_ID) != 0) {
      throw new UntrustedFileException(
          parent,
          "lets every user create files of the group %s: clear its set-group-ID bit (chmod g-s), or use another directory"
              .formatted(name));
    }
  }

  private static boolean has(Path path, PosixFilePermission permission) throws IOException {
    return Files.getPosixFilePermissions(path).contains(permission);
  }

  /// The mode bits of a file, including bits that Java's POSIX permissions lack; 0 if unknown.
  private static int mode(Path path) throws IOException {
    return path.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? (Integer) Files.getAttribute(path, "unix:mode")
        : 0;
  }

  /// Checks that this process may rename and delete a directory of the group: in a directory with
  /// the sticky bit, only its owner may.
  ///
  /// @throws UntrustedFileException when it is not allowed to
  public void requireDeletable(Path directory) throws IOException {
    @Nullable Path parent = directory.toAbsolutePath().getParent();
    if (group == null || parent == null || (mode(parent) & STICKY) == 0) {
      return;
    }
    if (!isOwn(directory) && !isOwn(parent) && !CurrentUser.isRoot()) {
      throw new UntrustedFileException(
          directory,
          "belongs to %s, and only its owner can delete it, because %s has the sticky bit"
              .formatted(Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS), parent));
    }
  }

  private static boolean isOwn(Path path) throws IOException {
    return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).equals(CurrentUser.principal());
  }
}
