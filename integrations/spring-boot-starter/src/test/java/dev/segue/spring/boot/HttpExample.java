// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.spring.boot.shop.Item;
import dev.segue.spring.web.SegueMediaType;
import java.util.List;
import java.util.Objects;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;

/// Requests Segue bodies from servers, with clients that Boot's builders have created.
final class HttpExample {
  private static final MediaType SEGUE = SegueMediaType.APPLICATION_SEGUE;

  private HttpExample() {}

  /// Returns the items of a list and of a stream.
  static List<List<Item>> items(RestClient restClient, WebClient webClient) {
    List<Item> items =
        restClient
            .get()
            .uri("/items")
            .accept(SEGUE)
            .retrieve()
            .body(new ParameterizedTypeReference<>() {});
    Flux<Item> stream =
        webClient.get().uri("/stream").accept(SEGUE).retrieve().bodyToFlux(Item.class);
    return List.of(
        Objects.requireNonNull(items), Objects.requireNonNull(stream.collectList().block()));
  }
}
