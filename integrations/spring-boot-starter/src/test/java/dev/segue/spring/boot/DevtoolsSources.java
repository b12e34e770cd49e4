// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.sources.MadeUpSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// An application for the devtools, whose users log in to web sessions: `desk.App`.
final class DevtoolsSources {
  /// The name of the folder from which the application is started.
  static final String FOLDER = "restarted";

  private static final String APP =
      """
      package desk;

      @org.springframework.boot.autoconfigure.SpringBootApplication(proxyBeanMethods = false)
      public class App {
        public static void main(String[] arguments) {
          dev.segue.spring.boot.DevtoolsProgram.run(App.class, arguments);
        }
      }
      """;

  private static final String DESK =
      """
      package desk;

      import jakarta.servlet.http.HttpSession;
      import java.util.List;
      import org.springframework.web.bind.annotation.GetMapping;
      import org.springframework.web.bind.annotation.PathVariable;

      @org.springframework.web.bind.annotation.RestController
      public class Desk {
        @GetMapping("/login/{name}")
        public String login(@PathVariable("name") String name, HttpSession session) {
          session.setAttribute("user", User.of(name));
          session.setAttribute("users", List.of(User.of(name), User.of("guest")));
          return user(session);
        }

        @GetMapping("/user")
        public String user(HttpSession session) {
          User user = (User) session.getAttribute("user");
          StringBuilder text = new StringBuilder(user.text());
          for (User one : (List<User>) session.getAttribute("users")) {
            text.append(' ').append(one.text());
          }
          return text.toString();
        }
      }
      """;

  private static final String USER_1 =
      """
      package desk;

      public record User(String name, String writer) {
        static User of(String name) {
          return new User(name, "first");
        }

        String text() {
          return name + ":" + writer;
        }
      }
      """;

  private static final String USER_2 =
      """
      package desk;

      import java.util.List;

      public record User(List<String> roles, String writer, String name) {
        static User of(String name) {
          return new User(List.of("clerk"), "second", name);
        }

        String text() {
          return name + ":" + writer + ":" + roles;
        }
      }
      """;

  /// Only this application is restarted, as if all other folders of the class path were jars.
  private static final String SETTINGS = "restart.exclude.others=^(?!.*/" + FOLDER + "/$)\n";

  private DevtoolsSources() {}

  /// Compiles the application with one of two versions of its class `User`.
  ///
  /// @param folder is created, for the class path
  static void writeTo(Path folder, boolean isSecond) throws IOException {
    new MadeUpSource(
            Map.of("desk.App", APP, "desk.Desk", DESK, "desk.User", isSecond ? USER_2 : USER_1))
        .writeTo(folder);
    Path settings = folder.resolve("META-INF/spring-devtools.properties");
    Files.createDirectories(settings.getParent());
    Files.writeString(settings, SETTINGS);
  }
}
