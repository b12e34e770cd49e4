// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot.shop;

import org.springframework.boot.SpringApplication;

/// Starts the application, and starts it again from the code that Spring's AOT processing has
/// generated.
public final class ShopStarts {
  private ShopStarts() {}

  public static void main(String... args) {
    start(args);
    System.setProperty("spring.aot.enabled", "true");
    start(args);
  }

  private static void start(String... args) {
    SpringApplication application = new SpringApplication(ShopApplication.class);
    application.setMainApplicationClass(ShopApplication.class);
    application.run(args).close();
  }
}
