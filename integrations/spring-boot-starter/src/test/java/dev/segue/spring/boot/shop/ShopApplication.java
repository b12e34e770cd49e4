// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot.shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;

/// The application of the tests.
@SpringBootApplication(proxyBeanMethods = false)
@EnableCaching
public class ShopApplication {
  public static void main(String... args) {
    SpringApplication.run(ShopApplication.class, args);
  }
}
