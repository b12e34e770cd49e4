// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.ExampleProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The example, in two processes: the server on the class path, the client on the module path, and
/// the other way round.
@Timeout(600)
final class TwoProcessesTest {

  private static final String MAIN = ShmExample.class.getName();

  @Test
  void exampleRuns() throws IOException, InterruptedException {
    ExampleProcesses example =
        new ExampleProcesses(
            ShmExample.class,
            "dev.segue.grpc.shm",
            List.of(
                "--enable-native-access=dev.segue.compression,dev.segue.shm",
                // What Guava needs, which has no descriptor.
                "--add-modules=com.google.common.util.concurrent.internal",
                "--add-opens=dev.segue.grpc.shm/dev.segue.grpc.shm=dev.segue.grpc,dev.segue.serializer"),
            "junit",
            "netty");
    for (boolean isServerModular : new boolean[] {false, true}) {
      Path path = ShmPaths.next();
      assertEquals(
          List.of("2 x tea", "1 x milk", "2 x milk", "INVALID_ARGUMENT: quantity=0"),
          example.talk(
              isServerModular,
              line -> {
                assertEquals("serving", line);
                return path.toString();
              },
              path.toString()));
      ShmPaths.requireNothingLeft(path);
    }
  }

  @Test
  void guideQuotesTheExample() throws IOException {
    Path root = Path.of(System.getProperty("basedir"), "..", "..");
    String example =
        withoutIndentation(
            Files.readString(
                root.resolve("integrations/grpc-shm/src/test/java")
                    .resolve(MAIN.replace('.', '/') + ".java")));
    String guide = Files.readString(root.resolve("docs/grpc-shm.md"));
    List<String> snippets =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(guide)
            .results()
            .map(snippet -> snippet.group(1))
            .toList();
    assertEquals(2, snippets.size());
    for (String snippet : snippets) {
      assertTrue(example.contains(withoutIndentation(snippet)), snippet);
    }
  }

  private static String withoutIndentation(String code) {
    return code.lines().map(String::strip).collect(Collectors.joining("\n"));
  }
}
