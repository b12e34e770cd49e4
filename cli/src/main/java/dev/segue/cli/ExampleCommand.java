// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// `segue example`, declared here so that the help lists it. The launcher runs the program in
/// `examples/` instead, which needs dependencies that this module does not have.
@Command(
    name = "example",
    description = "Run an example; without a name, list the examples.",
    footer = {"", "The examples are in examples/src/main/java."})
final class ExampleCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() {
    return Launched.elsewhere(spec, arguments);
  }
}
