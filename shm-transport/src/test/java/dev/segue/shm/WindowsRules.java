// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The file system of Linux with the rules of Windows: a mapped file cannot be deleted, a directory
/// cannot be renamed while this process has one of its files open, a directory does not replace
/// another one, files have no keys, and access control lists replace POSIX permissions.
final class WindowsRules extends FileSystemProvider {

  private static final FileSystem LINUX = FileSystems.getDefault();

  private final FileSystem fileSystem = new Rules();

  /// Access control lists by the keys of the files.
  private final Map<Object, List<AclEntry>> lists = new ConcurrentHashMap<>();

  /// Owners other than the real ones, by the keys of the files.
  private final Map<Object, UserPrincipal> owners = new ConcurrentHashMap<>();

  /// Returns a path at which these rules hold.
  Path under(Path path) {
    return (Path)
        Proxy.newProxyInstance(
            WindowsRules.class.getClassLoader(), new Class<?>[] {Path.class}, new Wrapped(path));
  }

  private final class Wrapped implements InvocationHandler {
    final Path path;

    Wrapped(Path path) {
      this.path = path;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      if (method.getName().equals("getFileSystem")) {
        return fileSystem;
      }
      Object[] real =
          arguments == null
              ? null
              : Arrays.stream(arguments)
                  .map(argument -> argument instanceof Path other ? unwrap(other) : argument)
                  .toArray();
      try {
        @Nullable Object result = method.invoke(path, real);
        return result instanceof Path other ? under(other) : result;
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  private static Path unwrap(Path path) {
    return Proxy.isProxyClass(path.getClass())
            && Proxy.getInvocationHandler(path) instanceof Wrapped wrapped
        ? wrapped.path
        : path;
  }

  private static boolean isMapped(Path file) throws IOException {
    String end = " " + file.toRealPath();
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      return maps.anyMatch(line -> line.endsWith(end));
    }
  }

  private static boolean isOpen(Path directory) throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        if (Files.isSymbolicLink(descriptor)
            && Files.readSymbolicLink(descriptor).startsWith(directory)
            && !Files.readSymbolicLink(descriptor).equals(directory)) {
          return true;
        }
      }
    } catch (NoSuchFileException e) {
      return isOpen(directory); // A descriptor was closed meanwhile.
    }
    return false;
  }

  @Override
  public void delete(Path path) throws IOException {
    Path real = unwrap(path);
    if (Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS) && isMapped(real)) {
      throw new AccessDeniedException(path.toString());
    }
    Files.delete(real);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    Path from = unwrap(source);
    Path to = unwrap(target);
    if (Files.isDirectory(from) && (isOpen(from) || Files.exists(to))) {
      throw new AccessDeniedException(source.toString(), target.toString(), null);
    }
    Files.move(from, to, options);
  }

  private static Object key(Path path) throws IOException {
    return Objects.requireNonNull(
        Files.readAttributes(unwrap(path), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .fileKey());
  }

  /// Creates a file or directory, which inherits the list of its parent unless it gets its own.
  private <T> T creating(Path path, FileAttribute<?>[] attributes, Creation<T> creation)
      throws IOException {
    boolean isNew = !Files.exists(unwrap(path), LinkOption.NOFOLLOW_LINKS);
    T result = creation.run(unwrap(path));
    if (isNew && Files.exists(unwrap(path))) {
      owners.remove(key(path));
      lists.put(key(path), list(Objects.requireNonNull(path.toAbsolutePath().getParent())));
      for (FileAttribute<?> attribute : attributes) {
        setList(path, attribute);
      }
    }
    return result;
  }

  private interface Creation<T> {
    T run(Path real) throws IOException;
  }

  @SuppressWarnings("unchecked")
  private void setList(Path path, FileAttribute<?> attribute) throws IOException {
    if (!attribute.name().equals("acl:acl")) {
      throw new UnsupportedOperationException(attribute.name());
    }
    lists.put(key(path), (List<AclEntry>) attribute.value());
  }

  private List<AclEntry> list(Path path) throws IOException {
    return lists.getOrDefault(key(path), List.of());
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return creating(path, attributes, real -> FileChannel.open(real, options));
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return creating(path, attributes, real -> Files.newByteChannel(real, options));
  }

  @Override
  public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
    Path _ = creating(path, attributes, Files::createDirectory);
  }

  @Override
  public void createSymbolicLink(Path link, Path target, FileAttribute<?>... attributes)
      throws IOException {
    Path _ = Files.createSymbolicLink(unwrap(link), unwrap(target));
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(unwrap(directory))) {
      for (Path entry : all) {
        Path wrapped = under(entry);
        if (filter.accept(wrapped)) {
          entries.add(wrapped);
        }
      }
    }
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return entries.iterator();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  @SuppressWarnings("unchecked")
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    if (type == AclFileAttributeView.class) {
      return (V) new Lists(path);
    }
    return type.getSimpleName().startsWith("Posix")
        ? null
        : Files.getFileAttributeView(unwrap(path), type, options);
  }

  private final class Lists implements AclFileAttributeView {
    private final Path path;

    Lists(Path path) {
      this.path = path;
    }

    @Override
    public String name() {
      return "acl";
    }

    @Override
    public List<AclEntry> getAcl() throws IOException {
      return list(path);
    }

    @Override
    public void setAcl(List<AclEntry> entries) throws IOException {
      lists.put(key(path), List.copyOf(entries));
    }

    @Override
    public UserPrincipal getOwner() throws IOException {
      @Nullable UserPrincipal other = owners.get(key(path));
      return other != null ? other : Files.getOwner(unwrap(path), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void setOwner(UserPrincipal owner) throws IOException {
      owners.put(key(path), owner);
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    if (type != BasicFileAttributes.class) {
      throw new UnsupportedOperationException(type.getName());
    }
    BasicFileAttributes real =
        Files.readAttributes(unwrap(path), BasicFileAttributes.class, options);
    InvocationHandler withoutKey =
        (_, method, arguments) ->
            method.getName().equals("fileKey") ? null : method.invoke(real, arguments);
    return (A)
        Proxy.newProxyInstance(
            WindowsRules.class.getClassLoader(),
            new Class<?>[] {BasicFileAttributes.class},
            withoutKey);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    return Files.readAttributes(unwrap(path), attributes, options);
  }

  @Override
  public void setAttribute(Path path, String name, @Nullable Object value, LinkOption... options)
      throws IOException {
    Path _ = Files.setAttribute(unwrap(path), name, value, options);
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    LINUX.provider().checkAccess(unwrap(path), modes);
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return Files.getFileStore(unwrap(path));
  }

  @Override
  public boolean isSameFile(Path path, Path other) throws IOException {
    return Files.isSameFile(unwrap(path), unwrap(other));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return Files.isHidden(unwrap(path));
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    Path _ = Files.copy(unwrap(source), unwrap(target), options);
  }

  @Override
  public String getScheme() {
    return "windows-rules";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return fileSystem;
  }

  @Override
  public Path getPath(URI uri) {
    throw new UnsupportedOperationException();
  }

  private final class Rules extends FileSystem {
    @Override
    public FileSystemProvider provider() {
      return WindowsRules.this;
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
      return Set.of("basic", "owner", "acl");
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
      PathMatcher matcher = LINUX.getPathMatcher(pattern);
      return path -> matcher.matches(unwrap(path));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
      return LINUX.getUserPrincipalLookupService();
    }

    @Override
    public Path getPath(String first, String... more) {
      return under(LINUX.getPath(first, more));
    }

    @Override
    public String getSeparator() {
      return LINUX.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
      return List.of(under(Path.of("/")));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
      return LINUX.getFileStores();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return false;
    }

    @Override
    public WatchService newWatchService() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      throw new UnsupportedOperationException();
    }
  }
}
