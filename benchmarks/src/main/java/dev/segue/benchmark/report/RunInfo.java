// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// Facts about a run: the machine, the JDK, the versions, the settings.
///
/// @param facts the facts for readers, by name, in order
public record RunInfo(Map<String, String> facts) {
  /// The name of the fact with the settings, which all sessions of a run must share.
  public static final String SETTINGS = "settings";

  /// The name of the fact for the commit that was built.
  public static final String COMMIT = "commit";

  /// The name of the fact for the versions of all libraries: names and versions, separated by
  /// commas.
  public static final String VERSIONS = "versions";

  /// The name of the fact for the native libraries of Segue that were measured, which all sessions
  /// of a run must share.
  public static final String LIBRARIES = "native libraries";

  /// Returns the version of a library, or the empty string if it is unknown.
  String version(String library) {
    return Arrays.stream(fact(VERSIONS).split(", ", -1))
        .filter(entry -> entry.startsWith(library + " "))
        .map(entry -> entry.substring(library.length() + 1))
        .findFirst()
        .orElse("");
  }

  /// Returns a fact, or the empty string.
  public String fact(String name) {
    return facts.getOrDefault(name, "");
  }

  /// Writes the facts as JSON.
  ///
  /// @throws IOException if the file cannot be written
  public void write(Path file) throws IOException {
    ObjectNode object = Json.object();
    facts.forEach(object::put);
    Json.write(object, file);
  }

  /// Reads facts written by [#write].
  ///
  /// @throws IOException if the file cannot be read
  public static RunInfo read(Path file) throws IOException {
    var facts = new LinkedHashMap<String, String>();
    Json.read(file)
        .properties()
        .forEach(fact -> facts.put(fact.getKey(), fact.getValue().asText()));
    return new RunInfo(facts);
  }
}
