// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// Compiles sources of applications: versions of one class, and the output of Spring's AOT
/// processing.
final class Sources {
  private static final String APPLICATION =
      """
      package rolling;

      @org.springframework.boot.autoconfigure.SpringBootApplication(proxyBeanMethods = false)
      @org.springframework.cache.annotation.EnableCaching
      public class App {}
      """;

  private static final String GOODS =
      """
      package rolling;

      import org.springframework.cache.annotation.CacheEvict;
      import org.springframework.cache.annotation.CachePut;
      import org.springframework.cache.annotation.Cacheable;

      @org.springframework.stereotype.Service
      public class Goods {
        @Cacheable("goods")
        public Item item(String name) {
          return Item.of(name);
        }

        @CachePut("goods")
        public Item put(String name) {
          return Item.of(name);
        }

        @CacheEvict("goods")
        public void evict(String name) {}
      }
      """;

  private static final String SHOP =
      """
      package rolling;

      import static dev.segue.spring.web.SegueMediaType.APPLICATION_SEGUE;

      import org.springframework.beans.factory.ObjectProvider;
      import org.springframework.data.redis.core.RedisTemplate;
      import org.springframework.session.Session;
      import org.springframework.session.SessionRepository;
      import org.springframework.web.reactive.function.client.WebClient;

      @org.springframework.stereotype.Service
      public class Shop implements java.util.function.BinaryOperator<String> {
        private final Goods goods;
        private final RedisTemplate<String, Object> template;
        private final ObjectProvider<SessionRepository<?>> sessions;
        private final ObjectProvider<WebClient.Builder> clients;
        private WebClient client;

        public Shop(
            Goods goods,
            RedisTemplate<String, Object> template,
            ObjectProvider<SessionRepository<?>> sessions,
            ObjectProvider<WebClient.Builder> clients) {
          this.goods = goods;
          this.template = template;
          this.sessions = sessions;
          this.clients = clients;
        }

        @Override
        public String apply(String command, String name) {
          switch (command) {
            case "item":
              return goods.item(name).text();
            case "put":
              return goods.put(name).text();
            case "evict":
              goods.evict(name);
              return "";
            case "set":
              template.opsForValue().set("template:" + name, Item.of(name));
              return "";
            case "get":
              Item item = (Item) template.opsForValue().get("template:" + name);
              return item == null ? "" : item.text();
            case "open":
              return open(sessions.getObject(), name);
            case "read":
              Item inSession = sessions.getObject().findById(name).getAttribute("item");
              return inSession.text();
            case "send":
              return send(name);
            case "fetch":
              return fetch(name);
            default:
              throw new IllegalArgumentException(command);
          }
        }

        /// Sends an item with the name that ends a URL, and returns what the server has read.
        private String send(String url) {
          return client()
              .post()
              .uri(url)
              .contentType(APPLICATION_SEGUE)
              .bodyValue(Item.of(url.substring(url.lastIndexOf('/') + 1)))
              .retrieve()
              .bodyToMono(String.class)
              .block();
        }

        /// Reads a stream of items that are all the same.
        private String fetch(String url) {
          return client()
              .get()
              .uri(url)
              .accept(APPLICATION_SEGUE)
              .retrieve()
              .bodyToFlux(Item.class)
              .map(Item::text)
              .reduce((a, b) -> a.equals(b) ? a : a + " and " + b)
              .block();
        }

        private synchronized WebClient client() {
          if (client == null) {
            client = clients.getObject().build();
          }
          return client;
        }

        private static <S extends Session> String open(SessionRepository<S> sessions, String name) {
          S session = sessions.createSession();
          session.setAttribute("item", Item.of(name));
          sessions.save(session);
          return session.getId();
        }
      }
      """;

  /// The same with what is reactive, for an application on WebFlux. Caches are those of the other.
  private static final String REACTIVE_SHOP =
      """
      package rolling;

      import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
      import org.springframework.data.redis.core.ReactiveRedisTemplate;
      import org.springframework.session.ReactiveSessionRepository;
      import org.springframework.session.Session;
      import reactor.core.publisher.Mono;

      @org.springframework.stereotype.Service
      @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
      public class ReactiveShop implements java.util.function.BinaryOperator<String> {
        private final Shop shop;
        private final ReactiveRedisTemplate<String, Object> template;
        private final ReactiveSessionRepository<?> sessions;

        public ReactiveShop(
            Shop shop,
            ReactiveRedisTemplate<String, Object> template,
            ReactiveSessionRepository<?> sessions) {
          this.shop = shop;
          this.template = template;
          this.sessions = sessions;
        }

        @Override
        public String apply(String command, String name) {
          switch (command) {
            case "set":
              template.opsForValue().set("template:" + name, Item.of(name)).block();
              return "";
            case "get":
              return template
                  .opsForValue()
                  .get("template:" + name)
                  .cast(Item.class)
                  .map(Item::text)
                  .block();
            case "open":
              return open(sessions, name).block();
            case "read":
              return sessions
                  .findById(name)
                  .map(session -> session.<Item>getRequiredAttribute("item").text())
                  .block();
            default:
              return shop.apply(command, name);
          }
        }

        private static <S extends Session> Mono<String> open(
            ReactiveSessionRepository<S> sessions, String name) {
          return sessions
              .createSession()
              .flatMap(
                  session -> {
                    session.setAttribute("item", Item.of(name));
                    return sessions.save(session).thenReturn(session.getId());
                  });
        }
      }
      """;

  /// For Spring MVC and WebFlux. The latter sends the items one by one.
  private static final String ITEMS =
      """
      package rolling;

      import org.springframework.web.bind.annotation.GetMapping;
      import org.springframework.web.bind.annotation.PathVariable;
      import org.springframework.web.bind.annotation.PostMapping;
      import org.springframework.web.bind.annotation.RequestBody;
      import reactor.core.publisher.Flux;

      @org.springframework.web.bind.annotation.RestController
      public class Items {
        @PostMapping("/{name}")
        public String text(@PathVariable String name, @RequestBody Item item) {
          return item.text();
        }

        @GetMapping("/{name}")
        public Flux<Item> items(@PathVariable String name) {
          return Flux.range(0, 3).map(i -> Item.of(name));
        }
      }
      """;

  private static final String ITEM_1 =
      """
      package rolling;

      public record Item(String name, int pieces, String writer) {
        static Item of(String name) {
          return new Item(name, name.length(), "first");
        }

        String text() {
          return name + ":" + pieces + ":" + writer;
        }
      }
      """;

  private static final String ITEM_2 =
      """
      package rolling;

      import dev.segue.serializer.DefaultValue;
      import java.util.List;

      public record Item(
          List<String> tags, String writer, String name, @DefaultValue("box") String unit, int pieces) {
        static Item of(String name) {
          return new Item(List.of(name), "second", name, "bag", name.length());
        }

        String text() {
          boolean isFirst = writer.equals("first");
          boolean isRight =
              isFirst ? tags == null && unit.equals("box") : tags.contains(name) && unit.equals("bag");
          return name + ":" + (isRight ? pieces : -1) + ":" + writer;
        }
      }
      """;

  /// The compiled classes of the first version. The second version has the same classes, except
  /// `Item`.
  private static final Map<String, byte[]> COMPILED = new HashMap<>();

  private Sources() {}

  /// Compiles the application `rolling.App` with one of two versions of its class `Item`. Its beans
  /// `shop`, and `reactiveShop` on WebFlux, are called with the names of what they do.
  ///
  /// @param folder an empty folder
  /// @return the folder with the classes
  static Path application(Path folder, boolean isSecond) throws IOException {
    Path root = folder.resolve("classes");
    Path classes = Files.createDirectories(root.resolve("rolling"));
    for (var first : firstVersion(folder.resolve("first")).entrySet()) {
      Files.write(classes.resolve(first.getKey()), first.getValue());
    }
    return isSecond ? compile(Map.of("Item", ITEM_2), folder.resolve("src"), root) : root;
  }

  private static synchronized Map<String, byte[]> firstVersion(Path folder) throws IOException {
    if (COMPILED.isEmpty()) {
      Map<String, String> sources =
          Map.of(
              "App", APPLICATION,
              "Goods", GOODS,
              "Shop", SHOP,
              "ReactiveShop", REACTIVE_SHOP,
              "Items", ITEMS,
              "Item", ITEM_1);
      Path classes = Files.createDirectories(folder.resolve("classes"));
      try (Stream<Path> files =
          Files.list(compile(sources, folder.resolve("src"), classes).resolve("rolling"))) {
        for (Path file : files.toList()) {
          COMPILED.put(file.getFileName().toString(), Files.readAllBytes(file));
        }
      }
    }
    return COMPILED;
  }

  private static Path compile(Map<String, String> sources, Path folder, Path classes)
      throws IOException {
    Path packageFolder = Files.createDirectories(folder.resolve("rolling"));
    for (var source : sources.entrySet()) {
      Files.writeString(packageFolder.resolve(source.getKey() + ".java"), source.getValue());
    }
    return compile(folder, classes);
  }

  /// Compiles all sources of a folder.
  static Path compile(Path sources, Path classes) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-proc:none",
                "-nowarn",
                "-Xlint:none",
                "-parameters",
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                "-d",
                classes.toString()));
    try (Stream<Path> files = Files.walk(sources)) {
      files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    if (result != 0) {
      throw new IOException("the sources in " + sources + " do not compile");
    }
    return classes;
  }
}
