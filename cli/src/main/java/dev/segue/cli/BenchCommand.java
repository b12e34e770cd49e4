// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// `segue bench`, declared here so that the help lists it. The launcher runs the program in
/// `benchmarks/` instead, which needs dependencies that this module does not have.
@Command(
    name = "bench",
    description = "Compare the speed of Segue and of other libraries.",
    footer = {"", "For its options: ./segue bench --help"})
final class BenchCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() {
    return Launched.elsewhere(spec, arguments);
  }
}
