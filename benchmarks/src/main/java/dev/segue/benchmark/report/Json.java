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

/// Reads and writes JSON files.
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /// Returns an empty array.
  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /// Returns an empty object.
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /// Writes a file in a human-readable format.
  ///
  /// @throws IOException if the file cannot be written
  public static void write(JsonNode node, Path file) throws IOException {
    Files.writeString(
        file, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n");
  }

  /// Reads a file.
  ///
  /// @throws IOException if the file cannot be read or is not JSON
  static JsonNode read(Path file) throws IOException {
    try {
      return MAPPER.readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw new IOException(file + ": " + e.getOriginalMessage(), e);
    }
  }

  /// Puts a field into each object of the array in a file.
  ///
  /// @throws IOException if the file cannot be read or written, or is not an array of objects
  public static void putIntoEach(Path file, String name, int value) throws IOException {
    JsonNode array = read(file);
    for (JsonNode element : array) {
      if (!(element instanceof ObjectNode object)) {
        throw new IOException(file + ": not an object: " + element);
      }
      object.put(name, value);
    }
    write(array, file);
  }

  /// Returns a required field of an object.
  ///
  /// @throws IOException if the object does not have it
  static JsonNode field(JsonNode object, String name) throws IOException {
    JsonNode value = object.get(name);
    if (value == null) {
      throw new IOException("no \"" + name + "\" in " + object);
    }
    return value;
  }
}
