// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.fixtures.Jvm;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process that has the module, but does not refer to it, reads an index of another process.
class OtherProcessTest {
  @Test
  void indexIsReadOnTheClassPathAndOnTheModulePath(@TempDir Path folder)
      throws IOException, InterruptedException, URISyntaxException {
    LuceneExample.main(new String[] {"write", folder.toString()});

    String main = LuceneExample.class.getName();
    var onClassPath = List.of("-cp", Jvm.classPath(), main);
    assertEquals(Logs.line(4711), run("ALL-UNNAMED", onClassPath, folder));

    String modules =
        Stream.concat(
                Stream.of(
                        SegueLuceneCodec.class, Directory.class, dev.segue.compression.Codec.class)
                    .map(OtherProcessTest::origin),
                natives())
            .collect(Collectors.joining(File.pathSeparator));
    var onModulePath =
        List.of(
            "--module-path=" + modules,
            "--patch-module=dev.segue.lucene=" + origin(LuceneExample.class),
            "--add-modules=dev.segue.lucene",
            "-m",
            "dev.segue.lucene/" + main);
    assertEquals(
        Logs.line(4711), run("dev.segue.compression,org.apache.lucene.core", onModulePath, folder));
  }

  private static String origin(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The artifact of the native libraries, which has no class.
  private static Stream<String> natives() {
    return Arrays.stream(Jvm.classPath().split(File.pathSeparator))
        .filter(element ->
            element.contains("segue-natives")
                || element.endsWith(Path.of("natives", "target", "classes").toString()));
  }

  private static String run(String natives, List<String> path, Path folder)
      throws IOException, InterruptedException {
    var arguments = new ArrayList<String>();
    arguments.add("--enable-native-access=" + natives);
    arguments.addAll(path);
    arguments.addAll(List.of("read", folder.toString()));
    // Lucene logs before that.
    return Jvm.run(Jvm.command(arguments)).requireSuccess().lines().getLast();
  }
}
