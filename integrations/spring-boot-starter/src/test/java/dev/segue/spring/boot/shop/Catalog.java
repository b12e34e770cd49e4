// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot.shop;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/// Finds items slowly, so results are cached.
@Service
public class Catalog {
  private final AtomicInteger calls = new AtomicInteger();

  @Cacheable("items")
  public Item item(String name) {
    calls.incrementAndGet();
    return new Item(name, name.length());
  }

  @Cacheable(cacheNames = "synchronized", sync = true)
  public Item synchronizedItem(String name) {
    calls.incrementAndGet();
    return new Item(name, name.length());
  }

  @Cacheable("optional")
  public Optional<List<Item>> items(String name) {
    calls.incrementAndGet();
    return name.isEmpty() ? Optional.empty() : Optional.of(List.of(item(name)));
  }

  public int calls() {
    return calls.get();
  }
}
