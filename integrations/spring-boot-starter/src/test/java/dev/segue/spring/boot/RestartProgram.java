// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.spring.boot.shop.Catalog;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.devtools.restart.Restarter;
import org.springframework.boot.devtools.restart.classloader.RestartClassLoader;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.scheduler.Schedulers;

/// Starts an application as the devtools do, in their class loader, and restarts it with changed
/// classes. Prints what the second application reads of the first one's values, and whether the
/// first class loader was collected.
///
/// Arguments: the port of the Redis server, the folder of the classes, which is on the class path
/// as well, and the folder with the changed ones.
final class RestartProgram {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long PAUSE_MILLIS = 20;

  private RestartProgram() {}

  static void main(String... arguments) throws Exception {
    int redis = Integer.parseInt(arguments[0]);
    Path classes = Path.of(arguments[1]);
    // A first, unrelated start: static fields of Spring and Netty retain objects of their first
    // user.
    Thread first = new Thread(() -> startFirst(redis), "first"); // "main" would be restarted.
    first.start();
    first.join();
    WeakReference<ClassLoader> old =
        run(
            redis,
            classes,
            shop ->
                shop.apply("set", "tea") + shop.apply("item", "tea") + shop.apply("put", "milk"));
    try (Stream<Path> changed = Files.walk(Path.of(arguments[2]))) {
      for (Path file : changed.filter(Files::isRegularFile).toList()) {
        Path target = classes.resolve(Path.of(arguments[2]).relativize(file));
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    WeakReference<ClassLoader> _ =
        run(
            redis,
            classes,
            shop ->
                String.join(" ", shop.apply("get", "tea"), item(shop, "tea"), item(shop, "milk")));
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!old.refersTo(null) && System.nanoTime() - end < 0) {
      System.gc();
      Thread.sleep(PAUSE_MILLIS);
    }
    System.out.println("collected: " + old.refersTo(null));
    System.exit(0);
  }

  private static String item(BinaryOperator<String> shop, String name) {
    return shop.apply("item", name);
  }

  private static void startFirst(int redis) {
    try (var context = Applications.start(WebApplicationType.NONE, redis)) {
      context.getBean(Catalog.class).item("first");
    }
  }

  private static WeakReference<ClassLoader> run(int redis, Path classes, Use use) throws Exception {
    ClassLoader loader =
        new RestartClassLoader(
            RestartProgram.class.getClassLoader(), new URL[] {classes.toUri().toURL()});
    Callable<String> task = () -> start(loader, redis, use);
    FutureTask<String> result = new FutureTask<>(task);
    Thread thread = new Thread(result, "restartedMain");
    thread.setContextClassLoader(loader);
    thread.start();
    System.out.println("read: " + result.get());
    thread.join();
    // Clears references to the first application: Reactor's threads, which Lettuce has started,
    // retain its context class loader, and the devtools retain the context until their own restart.
    Schedulers.shutdownNow();
    Restarter.clearInstance();
    return new WeakReference<>(loader);
  }

  @SuppressWarnings("unchecked") // The class is compiled from a text.
  private static String start(ClassLoader loader, int redis, Use use) throws Exception {
    try (ConfigurableApplicationContext context =
        Applications.start(
            List.of(loader.loadClass("rolling.App")),
            WebApplicationType.NONE,
            redis,
            // The thread of a shutdown hook would retain its context class loader.
            "spring.main.register-shutdown-hook=false",
            "logging.register-shutdown-hook=false")) {
      String read = use.of((BinaryOperator<String>) context.getBean("shop"));
      byte[] _ = Applications.stored(context, "goods::milk", null); // before the connection closes
      return read;
    }
  }

  /// An action on a started application.
  private interface Use {
    String of(BinaryOperator<String> shop);
  }
}
