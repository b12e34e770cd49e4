// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.segue.serializer.Execution;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.Graphs;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClassLoadersTest {

  private static final String HOLDER = Graphs.Holder.class.getName();

  /// Defines the classes of [Graphs] again, as the class loader of a plug-in does.
  private static final class Plugin extends ClassLoader {

    private Plugin() {
      super(Graphs.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(Graphs.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (var file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = assertNotNull2(file).readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    private static <T> T assertNotNull2(@org.jspecify.annotations.Nullable T value) {
      assertNotNull(value);
      return value;
    }
  }

  private static Object holder(Class<?> type) throws ReflectiveOperationException {
    var constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object holder = constructor.newInstance();
    var value = type.getDeclaredField("value");
    value.setAccessible(true);
    value.set(holder, "plugged in");
    return holder;
  }

  @ParameterizedTest
  @EnumSource
  void classesOfAnotherLoaderRoundTrip(Execution execution) throws Exception {
    Class<?> type = new Plugin().loadClass(HOLDER);
    assertNotEquals(Graphs.Holder.class, type);
    Serializer serializer = Serializer.builder().register(type).execution(execution).build();
    Object same = serializer.fromBytes(serializer.toBytes(holder(type)), type);
    assertSame(type, Plugin.assertNotNull2(same).getClass());
    var value = type.getDeclaredField("value");
    value.setAccessible(true);
    assertEquals("plugged in", value.get(same));
  }

  @Test
  void codecsUnloadWithTheirClassLoader() throws Exception {
    WeakReference<Class<?>> type = useAndForget();
    for (int i = 0; i < 5_000 && type.get() != null; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertNull(type.get());
  }

  /// The serializer is loaded by the class loader of an application or a plug-in.
  @Test
  void serializerItselfUnloadsWithItsLoader() throws Exception {
    WeakReference<ClassLoader> loader = loadAndForget();
    for (int i = 0; i < 5_000 && loader.get() != null; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertNull(loader.get());
  }

  private static WeakReference<ClassLoader> loadAndForget() throws Exception {
    URL classes = Serializer.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      Class<?> type = loader.loadClass(Serializer.class.getName());
      assertNotEquals(Serializer.class, type);
      Object builder = type.getMethod("builder").invoke(null);
      Object serializer = builder.getClass().getMethod("build").invoke(builder);
      Object bytes = type.getMethod("toBytes", Object.class).invoke(serializer, new Properties());
      assertNotNull(bytes);
      return new WeakReference<>(loader);
    }
  }

  private static WeakReference<Class<?>> useAndForget() throws Exception {
    Class<?> type = new Plugin().loadClass(HOLDER);
    Serializer serializer = Serializer.builder().register(type).build();
    Object unused = serializer.fromBytes(serializer.toBytes(holder(type)), type);
    assertNotNull(unused);
    return new WeakReference<>(type);
  }
}
