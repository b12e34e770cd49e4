// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.connection.DataType;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.function.client.WebClient;

/// The sessions of the application's clients.
final class Sessions {
  private static final byte[] GARBAGE = bytes("garbage");

  private Sessions() {}

  /// Makes requests whose session cannot be read, in part and as a whole: they lack an attribute,
  /// and get a new session.
  static void assertUnreadableOnesAreNoErrors(ConfigurableApplicationContext context) {
    WebClient client =
        context.getBean(WebClient.Builder.class).baseUrl(Applications.url(context)).build();
    String cookie = cookie(client.get().uri("/cart/tea").retrieve().toEntity(String.class).block());
    var next =
        client
            .get()
            .uri("/cart/milk")
            .header(HttpHeaders.COOKIE, cookie)
            .retrieve()
            .toEntity(String.class);
    assertEquals("2", Objects.requireNonNull(next.block()).getBody());
    replaceField(context, "sessionAttr:cart");
    assertEquals("1", Objects.requireNonNull(next.block()).getBody());
    replaceField(context, "creationTime");
    ResponseEntity<String> inNewSession = Objects.requireNonNull(next.block());
    assertEquals("1", inNewSession.getBody());
    assertNotEquals(cookie, cookie(inNewSession));
  }

  /// Makes a field of each session unreadable.
  ///
  /// @param name such as `creationTime`, or `sessionAttr:` and the name of an attribute
  static void replaceField(ConfigurableApplicationContext context, String name) {
    try (var connection = context.getBean(RedisConnectionFactory.class).getConnection()) {
      Set<byte[]> keys = connection.keyCommands().keys(bytes("spring:session:sessions:*"));
      for (byte[] key : Objects.requireNonNull(keys)) {
        if (connection.keyCommands().type(key) == DataType.HASH) {
          Boolean _ = connection.hashCommands().hSet(key, bytes(name), GARBAGE);
        }
      }
    }
  }

  /// The cookie with which a client goes on with its session.
  static String cookie(@Nullable ResponseEntity<?> first) {
    HttpHeaders headers = Objects.requireNonNull(first).getHeaders();
    return Objects.requireNonNull(headers.getFirst(HttpHeaders.SET_COOKIE)).split(";", -1)[0];
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
