// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/// Uses an application that the devtools restart whenever its classes change. The devtools load it
/// in a class loader of their own, and this class in the one above. Prints what each start of the
/// application returns for one web session, and whether the class loader of a former start was
/// collected.
///
/// The settings `desk.classes`, `desk.first` and `desk.second` are the folder of the application's
/// classes, and the folders with their two versions.
public final class DevtoolsProgram {
  private static final long MINUTES = 5;
  private static final long PAUSE_MILLIS = 20;
  private static final String TRIGGER = ".restart";

  private static final BlockingQueue<Start> STARTS = new LinkedBlockingQueue<>();
  private static final AtomicBoolean IS_USED = new AtomicBoolean();

  private final RestClient client =
      RestClient.builder().requestFactory(new SimpleClientHttpRequestFactory()).build();
  private String cookie = "";
  private int restarts;

  private DevtoolsProgram() {}

  /// A start of the application.
  private record Start(String url, WeakReference<ClassLoader> loader) {}

  /// Starts the application; called by its method `main`, at first by the JVM and then by the
  /// devtools.
  ///
  /// @param application its class
  /// @param arguments its settings
  public static void run(Class<?> application, String... arguments) {
    // No lock: the first call waits for the devtools, which make the second one.
    if (IS_USED.compareAndSet(false, true)) {
      Thread _ = Thread.ofPlatform().name("user").start(() -> new DevtoolsProgram().use());
    }
    ConfigurableApplicationContext context = SpringApplication.run(application, arguments);
    STARTS.add(
        new Start(Applications.url(context), new WeakReference<>(application.getClassLoader())));
  }

  /// The settings of the restarts: the devtools look for changes of the file that triggers them.
  static String[] settings() {
    return new String[] {
      "spring.main.web-application-type=servlet",
      "spring.devtools.restart.poll-interval=100ms",
      "spring.devtools.restart.quiet-period=50ms",
      "spring.devtools.restart.trigger-file=" + TRIGGER,
      "logging.level.org.springframework.boot.devtools=error"
    };
  }

  private void use() {
    int exitCode = 0;
    try {
      useEachStart();
    } catch (IOException | InterruptedException | RuntimeException e) {
      exitCode = 1;
      e.printStackTrace();
    }
    System.exit(exitCode);
  }

  private void useEachStart() throws IOException, InterruptedException {
    // Static fields of Spring and Netty, and threads that they start, retain the first loader.
    Start first = next();
    print(get(first, "/login/ann"));
    change("desk.second");
    Start second = next();
    print(get(second, "/user"));
    print(get(second, "/login/bob"));
    change("desk.first");
    print(get(next(), "/user"));
    System.out.println("collected: " + isCollected(second));
  }

  private static void print(String response) {
    System.out.println("read: " + response);
  }

  private static Start next() throws InterruptedException {
    return Objects.requireNonNull(STARTS.poll(MINUTES, TimeUnit.MINUTES), "no start");
  }

  /// Returns the status and the body of a response within the session.
  private String get(Start start, String path) {
    return Objects.requireNonNull(
        client
            .get()
            .uri(start.url + path)
            .header(HttpHeaders.COOKIE, cookie)
            .exchange((_, response) -> {
              String received = response.getHeaders().getFirst(HttpHeaders.SET_COOKIE);
              cookie = received == null ? cookie : received.split(";", -1)[0];
              byte[] body = response.getBody().readAllBytes();
              return response.getStatusCode().value()
                  + " "
                  + new String(body, StandardCharsets.UTF_8);
            }));
  }

  private void change(String version) throws IOException {
    Path from = Path.of(System.getProperty(version));
    Path to = Path.of(System.getProperty("desk.classes"));
    try (Stream<Path> changed = Files.walk(from)) {
      for (Path file : changed.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    restarts++;
    Files.writeString(to.resolve(TRIGGER), "x".repeat(restarts)); // The devtools see the length.
  }

  private static boolean isCollected(Start start) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
    while (!start.loader.refersTo(null) && System.nanoTime() - end < 0) {
      System.gc();
      Thread.sleep(PAUSE_MILLIS);
    }
    return start.loader.refersTo(null);
  }
}
