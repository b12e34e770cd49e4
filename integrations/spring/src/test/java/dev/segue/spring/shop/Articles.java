// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.shop;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.Cacheable;

/// A service with cached results.
interface Articles {

  /// An article.
  record Article(String id, String name, long cents) {}

  @Cacheable("articles")
  @Nullable Article find(String id);

  @Cacheable(cacheNames = "articles", sync = true)
  @Nullable Article findOnce(String id);

  /// Counts the calls that were not answered by the cache.
  record Loading(AtomicInteger calls) implements Articles {

    @Override
    public @Nullable Article find(String id) {
      calls.incrementAndGet();
      return id.equals("none") ? null : new Article(id, "tea " + id, 250);
    }

    @Override
    public @Nullable Article findOnce(String id) {
      return find(id);
    }
  }
}
