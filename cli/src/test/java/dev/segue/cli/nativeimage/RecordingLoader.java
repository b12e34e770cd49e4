// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.nativeimage;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Defines the classes of a package and its subpackages a second time, so that they link foreign
/// calls through [ForeignCalls].
final class RecordingLoader extends ClassLoader {

  private static final ClassDesc RECORDER = ClassDesc.of(ForeignCalls.class.getName());
  private static final ClassDesc LINKER = ClassDesc.of(Linker.class.getName());
  private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
  private static final ClassDesc FUNCTION = ClassDesc.of(FunctionDescriptor.class.getName());
  private static final ClassDesc OPTIONS = ClassDesc.of(Linker.Option.class.getName()).arrayType();

  /// Method types with the linker as the first parameter, by method name.
  private static final Map<String, MethodTypeDesc> RECORDED =
      Map.of(
          "downcallHandle",
          MethodTypeDesc.of(CD_MethodHandle, LINKER, SEGMENT, FUNCTION, OPTIONS),
          "upcallStub",
          MethodTypeDesc.of(
              SEGMENT,
              LINKER,
              CD_MethodHandle,
              FUNCTION,
              ClassDesc.of(Arena.class.getName()),
              OPTIONS));

  private final String packageName;

  RecordingLoader(String packageName, ClassLoader parent) {
    super(parent);
    this.packageName = packageName;
  }

  /// Initializes all classes in the same location as a class.
  void initializeAll(Class<?> facade) throws IOException, URISyntaxException {
    URI place = facade.getProtectionDomain().getCodeSource().getLocation().toURI();
    Path path = Path.of(place);
    if (Files.isDirectory(path)) {
      initializeAll(path);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(path)) {
        initializeAll(jar.getPath("/"));
      }
    }
  }

  private void initializeAll(Path root) throws IOException {
    List<String> names;
    try (Stream<Path> files = Files.walk(root)) {
      names =
          files
              .map(file -> root.relativize(file).toString().replace('/', '.'))
              .filter(name -> name.startsWith(packageName) && name.endsWith(".class"))
              .map(name -> name.substring(0, name.length() - ".class".length()))
              .filter(name -> !name.endsWith("-info"))
              .toList();
    }
    for (String name : names) {
      try {
        var _ = Class.forName(name, true, this);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null || !name.startsWith(packageName + ".")) {
        return known != null ? known : super.loadClass(name, resolve);
      }
      byte[] changed = changed(name);
      return defineClass(name, changed, 0, changed.length);
    }
  }

  private byte[] changed(String name) throws ClassNotFoundException {
    try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      ClassFile context =
          ClassFile.of(
              ClassFile.ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(this)
                      .orElse(ClassHierarchyResolver.defaultResolver())));
      return context.transformClass(
          context.parse(file.readAllBytes()),
          ClassTransform.transformingMethodBodies(RecordingLoader::change));
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static void change(CodeBuilder code, CodeElement element) {
    if (element instanceof InvokeInstruction call && call.owner().asSymbol().equals(LINKER)) {
      String method = call.name().stringValue();
      MethodTypeDesc type = RECORDED.get(method);
      if (type != null) {
        code.invokestatic(RECORDER, method, type);
        return;
      }
    }
    code.with(element);
  }
}
