// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Files of JSON.
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /// An empty array.
  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /// An empty object.
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /// Writes a file for people to read too.
  ///
  /// @throws IOException where it can't be written
  public static void write(JsonNode node, Path file) throws IOException {
    Files.writeString(
        file, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n");
  }

  /// Reads a file.
  ///
  /// @throws IOException where it can't be read, or is no JSON
  static JsonNode read(Path file) throws IOException {
    try {
      return MAPPER.readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw new IOException(file + ": " + e.getOriginalMessage(), e);
    }
  }

  /// What an object must have.
  ///
  /// @throws IOException where it hasn't
  static JsonNode field(JsonNode object, String name) throws IOException {
    JsonNode value = object.get(name);
    if (value == null) {
      throw new IOException("no \"" + name + "\" in " + object);
    }
    return value;
  }
}
