// SPDX-License-Identifier: Apache-2.0

package dev.segue.redisson;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/// A class loader that defines some classes itself instead of delegating to its parent.
final class Reloading extends ClassLoader {

  private final Map<String, Class<?>> again = new HashMap<>();

  Reloading(Class<?>... again) {
    super(Reloading.class.getClassLoader());
    for (Class<?> type : again) {
      this.again.put(type.getName(), type);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!again.containsKey(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      byte[] bytes = file.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
