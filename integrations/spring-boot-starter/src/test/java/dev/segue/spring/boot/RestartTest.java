// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.fixtures.Jvm;
import dev.segue.lettuce.server.RedisServer;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The devtools restart an application with new classes in a new class loader.
@Tag("long")
class RestartTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void restartedApplicationReadsItsValuesAndLeaksNoClassLoader() throws Exception {
    Assumptions.assumeTrue(RedisServer.program().isPresent(), "no redis-server is on the PATH");
    Path classes = Sources.application(folder.resolve("1"), false);
    Path changed = Sources.application(folder.resolve("2"), true);
    try (RedisServer redis = RedisServer.start()) {
      List<String> output =
          Programs.run(
              List.of(
                  // Soft references, which Spring has to classes, are cleared by the first
                  // collection.
                  "-XX:SoftRefLRUPolicyMSPerMB=0",
                  "-cp",
                  classes + File.pathSeparator + System.getProperty("java.class.path"),
                  RestartProgram.class.getName(),
                  Integer.toString(redis.port()),
                  classes.toString(),
                  changed.toString()));
      assertEquals(
          List.of(
              "read: tea:3:firstmilk:4:first",
              "read: tea:3:first tea:3:first milk:4:first",
              "collected: true"),
          output.stream()
              .filter(line -> line.startsWith("read: ") || line.startsWith("collected: "))
              .toList(),
          () -> String.join("\n", output));
    }
  }

  @Test
  void webSessionsAreReadAfterRestartsAndLeakNoClassLoader() throws Exception {
    Assumptions.assumeTrue(RedisServer.program().isPresent(), "no redis-server is on the PATH");
    Path classes = folder.resolve(DevtoolsSources.FOLDER);
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");
    DevtoolsSources.writeTo(classes, false);
    DevtoolsSources.writeTo(first, false);
    DevtoolsSources.writeTo(second, true);
    try (RedisServer redis = RedisServer.start()) {
      List<String> command =
          new ArrayList<>(
              List.of(
                  "-XX:SoftRefLRUPolicyMSPerMB=0",
                  "-Ddesk.classes=" + classes,
                  "-Ddesk.first=" + first,
                  "-Ddesk.second=" + second,
                  "-cp",
                  classes + File.pathSeparator + Jvm.classPath(),
                  "desk.App"));
      command.addAll(List.of(Applications.arguments(redis.port(), DevtoolsProgram.settings())));
      List<String> output = Programs.run(command);
      assertEquals(
          List.of(
              "read: 200 ann:first ann:first guest:first",
              "read: 200 ann:first:null ann:first:null guest:first:null",
              "read: 200 bob:second:[clerk] bob:second:[clerk] guest:second:[clerk]",
              "read: 200 bob:second bob:second guest:second",
              "collected: true"),
          output.stream()
              .filter(line -> line.startsWith("read: ") || line.startsWith("collected: "))
              .toList(),
          () -> String.join("\n", output));
    }
  }
}
