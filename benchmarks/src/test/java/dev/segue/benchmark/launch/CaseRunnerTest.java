// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;

class CaseRunnerTest {
  private static Options options(String... commandLine) throws Exception {
    try (var runner = new CaseRunner(new CommandLineOptions(commandLine))) {
      return runner.builder(new Case("a.B.m", Map.of(), Family.PLAIN, 1)).build();
    }
  }

  @Test
  void measuredJvmHasNoFlagsOfTheHarness() throws Exception {
    Options options = options();
    assertEquals(List.of(), List.copyOf(options.getJvmArgs().get()));
    assertTrue(
        options.getJvmArgsAppend().get().contains("--enable-native-access=ALL-UNNAMED"),
        options.getJvmArgsAppend()::toString);
  }

  @Test
  void flagsOfTheCommandLineReplaceTheHarnesssFlags() throws Exception {
    assertEquals(List.of("-Xint"), List.copyOf(options("-jvmArgs", "-Xint").getJvmArgs().get()));
  }
}
