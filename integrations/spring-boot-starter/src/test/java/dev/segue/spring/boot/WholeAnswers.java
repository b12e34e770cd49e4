// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Lets Lettuce read an answer at once: Lettuce 7.7 may lose the rest of an answer that it reads in
/// parts. The class of the same name among the tests of `segue-spring` describes how.
@Configuration(proxyBeanMethods = false)
class WholeAnswers {
  private static final int BUFFER_BYTES = 1 << 16;

  @Bean
  ClientResourcesBuilderCustomizer wholeAnswersOfRedis() {
    NettyCustomizer customizer =
        new NettyCustomizer() {
          @Override
          public void afterBootstrapInitialized(Bootstrap bootstrap) {
            bootstrap.option(
                ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(BUFFER_BYTES));
          }
        };
    return resources -> resources.nettyCustomizer(customizer);
  }
}
