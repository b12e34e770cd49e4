// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a run was made with: the machine, the JDK, the versions, the settings.
///
/// @param facts what is told to readers, by name, in order
public record RunInfo(Map<String, String> facts) {
  /// A fact that two sessions of one run must have in common.
  public static final String SETTINGS = "settings";

  /// The commit that was built.
  public static final String COMMIT = "commit";

  /// A fact, or the empty string.
  public String fact(String name) {
    return facts.getOrDefault(name, "");
  }

  /// Writes it as JSON.
  ///
  /// @throws IOException where it can't be written
  public void write(Path file) throws IOException {
    ObjectNode object = Json.object();
    facts.forEach(object::put);
    Json.write(object, file);
  }

  /// Reads what [#write] wrote.
  ///
  /// @throws IOException where it can't be read
  public static RunInfo read(Path file) throws IOException {
    var facts = new LinkedHashMap<String, String>();
    Json.read(file)
        .properties()
        .forEach(fact -> facts.put(fact.getKey(), fact.getValue().asText()));
    return new RunInfo(facts);
  }
}
