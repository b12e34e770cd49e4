// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot.shop;

import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.WebSession;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// Streams, a cart in the session, and a functional endpoint.
@RestController
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
class ReactiveController {
  @GetMapping("/stream")
  Flux<Item> stream() {
    return Flux.range(1, 1_000).map(pieces -> new Item("tea", pieces));
  }

  @PostMapping("/double")
  Flux<Item> twice(@RequestBody Flux<Item> items) {
    return items.map(item -> new Item(item.name(), 2 * item.pieces()));
  }

  @GetMapping("/cart/{name}")
  Mono<Integer> add(@PathVariable String name, WebSession session) {
    Cart cart = session.getAttribute("cart") instanceof Cart stored ? stored : new Cart();
    cart.getItems().add(new Item(name, 1));
    session.getAttributes().put("cart", cart);
    return Mono.just(cart.getItems().size());
  }

  /// A functional endpoint that states no content type.
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
  static class Routes {
    @Bean
    RouterFunction<ServerResponse> functional() {
      return RouterFunctions.route()
          .GET("/functional", _ -> ServerResponse.ok().bodyValue(new Item("tea", 1)))
          .build();
    }
  }
}
