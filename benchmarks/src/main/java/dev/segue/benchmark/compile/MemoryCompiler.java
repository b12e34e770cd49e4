// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.compile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// Compiles sources in memory and defines the classes in this package.
public final class MemoryCompiler {
  private final Map<String, ByteArrayOutputStream> compiled = new HashMap<>();

  private MemoryCompiler() {}

  /// Compiles and defines classes that have not been defined before.
  public static List<Class<?>> compile(List<ClassSource> sources) {
    var memory = new MemoryCompiler();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var messages = new StringWriter();
    try (var files = memory.new Memory(compiler.getStandardFileManager(null, null, null))) {
      var units = sources.stream().map(Unit::new).toList();
      var options = List.of("-proc:none", "-implicit:none");
      if (!compiler.getTask(messages, files, null, options, null, units).call()) {
        throw new IllegalStateException(messages.toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sources.stream().<Class<?>>map(source -> memory.define(source.name())).toList();
  }

  private Class<?> define(String simpleName) {
    var bytes = Objects.requireNonNull(compiled.get(ClassSource.PACKAGE + "." + simpleName));
    try {
      return MethodHandles.lookup().defineClass(bytes.toByteArray());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static URI uri(String name, JavaFileObject.Kind kind) {
    return URI.create("memory:///" + name.replace('.', '/') + kind.extension);
  }

  private static final class Unit extends SimpleJavaFileObject {
    private final String text;

    Unit(ClassSource source) {
      super(uri(ClassSource.PACKAGE + "." + source.name(), Kind.SOURCE), Kind.SOURCE);
      this.text = source.text();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
    Memory(StandardJavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
      return new SimpleJavaFileObject(uri(name, kind), kind) {
        @Override
        public OutputStream openOutputStream() {
          var bytes = new ByteArrayOutputStream();
          compiled.put(name, bytes);
          return bytes;
        }
      };
    }
  }
}
