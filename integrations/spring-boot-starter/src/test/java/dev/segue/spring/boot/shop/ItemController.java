// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot.shop;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/// A controller for both Spring MVC and WebFlux.
@RestController
class ItemController {
  private final Catalog catalog;

  ItemController(Catalog catalog) {
    this.catalog = catalog;
  }

  @GetMapping("/items/{name}")
  Item item(@PathVariable String name) {
    return catalog.item(name);
  }

  @GetMapping("/items")
  List<Item> items() {
    return List.of(catalog.item("tea"), catalog.item("milk"));
  }

  @GetMapping("/text")
  String text() {
    return "plain";
  }

  @PostMapping("/pieces")
  Item pieces(@RequestBody List<Item> items) {
    return new Item("all", items.stream().mapToInt(Item::pieces).sum());
  }
}
