// SPDX-License-Identifier: Apache-2.0
package app;

import com.hazelcast.config.Config;
import com.hazelcast.config.GlobalSerializerConfig;
import dev.segue.hazelcast.SegueSerializer;

/// A configuration for Hazelcast, without a member.
final class Main {

  private Main() {}

  public static void main(String[] args) {
    Config config = new Config();
    config
        .getSerializationConfig()
        .setGlobalSerializerConfig(
            new GlobalSerializerConfig()
                .setImplementation(new SegueSerializer(1_000, Main.class.getClassLoader(), "app")));
    System.out.println(
        config.getSerializationConfig().getGlobalSerializerConfig().getImplementation().getTypeId()
            == 1_000);
  }
}
