// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot.shop;

import org.springframework.aot.AotDetector;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.stereotype.Component;

/// Uses caches and templates once the application has started, if the argument `--shop.check` is
/// present.
@Component
class ShopRunner implements ApplicationRunner {
  private final Catalog catalog;
  private final RedisTemplate<String, Object> template;

  ShopRunner(Catalog catalog, RedisTemplate<String, Object> template) {
    this.catalog = catalog;
    this.template = template;
  }

  @Override
  public void run(ApplicationArguments arguments) {
    if (arguments.containsOption("shop.check")) {
      template.opsForValue().set("check", catalog.item("checked"));
      System.out.println(
          "checked: "
              + catalog.item("checked").equals(template.opsForValue().get("check"))
              + ", from generated code: "
              + AotDetector.useGeneratedArtifacts());
    }
  }
}
