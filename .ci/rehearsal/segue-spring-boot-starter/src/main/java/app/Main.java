// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.serializer.Serializer;
import dev.segue.spring.boot.SegueSerializerCustomizer;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// An application with the starter and nothing else.
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class Main {

  record Order(String article, int quantity) {}

  @Bean
  SegueSerializerCustomizer depth() {
    return builder -> builder.maxDepth(50);
  }

  public static void main(String[] args) {
    try (var context =
        new SpringApplicationBuilder(Main.class)
            .web(WebApplicationType.NONE)
            .properties("spring.main.banner-mode=off", "spring.main.log-startup-info=false")
            .run(args)) {
      Serializer serializer = context.getBean(Serializer.class);
      Order order = new Order("tea", 2);
      System.out.println(
          order.equals(serializer.fromBytes(serializer.toBytes(order), Order.class)));
    }
  }
}
