// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.segue.fixtures.Jvm;
import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Programs whose libraries are in several class loaders.
class LoadersTest {

  private static boolean isTyped(URL jar) {
    return jar.getPath().contains("pekko-actor-typed");
  }

  private static List<URL> classPath() throws MalformedURLException {
    List<URL> all = new ArrayList<>();
    for (String entry : Jvm.classPath().split(File.pathSeparator, -1)) {
      all.add(Path.of(entry).toUri().toURL());
    }
    return all;
  }

  /// As in a server with Pekko and this module, whose application contains typed actors.
  @Test
  void systemStartsWhenOnlyTheApplicationSeesTypedActors() throws Exception {
    URL[] typed = classPath().stream().filter(LoadersTest::isTyped).toArray(URL[]::new);
    URL[] others = classPath().stream().filter(jar -> !isTyped(jar)).toArray(URL[]::new);
    try (var server = new URLClassLoader(others, ClassLoader.getPlatformClassLoader());
        var application = new URLClassLoader(typed, server)) {
      assertNotNull(application.loadClass("org.apache.pekko.actor.typed.ActorRef"));
      Class<?> systems = server.loadClass(Systems.class.getName());
      Method create =
          systems.getDeclaredMethod("create", String.class, ClassLoader.class, String[].class);
      create.setAccessible(true);
      Object system =
          create.invoke(
              null, "loaders", application, new String[] {"segue.pekko.packages = [app]"});
      Method stop = systems.getDeclaredMethod("stop", create.getReturnType());
      stop.setAccessible(true);
      stop.invoke(null, system);
    }
  }
}
