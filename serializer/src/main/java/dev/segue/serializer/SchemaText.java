// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.history.Comparison;
import dev.segue.serializer.internal.history.Description;
import dev.segue.serializer.internal.history.DescriptionParser;
import dev.segue.serializer.internal.history.PayloadClasses;
import dev.segue.serializer.internal.payload.SchemaTail;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.schema.SchemaDecoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The fields of a serializer's classes as text, for a file under version control: a line for each
/// class, field and constant. Comparing it with the current classes shows which changes affect old
/// payloads, before any is read. The serializer must be in [compatible
/// mode][SchemaMode#COMPATIBLE].
///
/// {@snippet :
/// @Test
/// void readsWhatEarlierVersionsHaveWritten() {
///   SchemaText.of(serializer).assertUnchanged(Path.of("src/test/schemas/shop.schema"));
/// }
/// }
///
/// The text depends on the classes alone: it is the same in each JVM, sorted by the names of
/// classes and fields. A `#` outside quotes starts a comment. A text does not state which values a
/// class accepts, and does not describe classes that are not registered.
public final class SchemaText {

  /// The maximum size of a file, in bytes.
  private static final long MAX_FILE_BYTES = 1 << 26;

  private static final String COMMENT =
      """
      # What serialized classes look like. Later versions of them are compared with this file, which
      # belongs under version control. To accept changes, delete it and run the test again.
      """;

  private final Description described;

  private SchemaText(Description described) {
    this.described = described;
  }

  /// Describes the classes of a serializer.
  ///
  /// @param serializer a serializer in compatible mode
  /// @return its registered classes, and the enums that their fields declare
  /// @throws IllegalArgumentException if the serializer is in [consistent
  ///   mode][SchemaMode#CONSISTENT], where any change of a class is an error
  public static SchemaText of(Serializer serializer) {
    return new SchemaText(serializer.described());
  }

  /// Describes the classes of a payload that ends with its schema. The text has no annotations, no
  /// supertypes, and no types of fields that are interfaces or JDK classes.
  ///
  /// @param payload a payload, as [Serializer#toBytes] returns it
  /// @return the classes that the payload holds, or whose objects it could hold
  /// @throws SerializationException if the bytes are not a payload, or have no schema
  public static SchemaText ofPayload(byte[] payload) {
    Schema schema =
        payload.length < Integer.BYTES || !SchemaTail.isCarriedBy(payload, payload.length)
            ? null
            : SchemaTail.statedBy(payload, payload.length);
    if (schema == null || schema.document().length == 0) {
      throw new SerializationException(
          Kind.MALFORMED_INPUT,
          "%d bytes are not a payload that ends with its schema".formatted(payload.length));
    }
    return new SchemaText(PayloadClasses.of(SchemaDecoder.decode(schema.document())));
  }

  /// Parses a text.
  ///
  /// @param text the text, as [#toString] returns it; with comments and empty lines
  /// @return the classes that it describes
  /// @throws SerializationException if the text is damaged; the message states the line number
  public static SchemaText parse(String text) {
    return new SchemaText(DescriptionParser.parse(text));
  }

  /// Reads a file.
  ///
  /// @param file a file that was [written][#write]
  /// @return the classes that it describes
  /// @throws IOException if the file cannot be read, or is longer than 64 MiB
  /// @throws SerializationException if its text is damaged; the message states the file and the
  ///   line number
  public static SchemaText read(Path file) throws IOException {
    if (Files.size(file) > MAX_FILE_BYTES) {
      throw new IOException(file + " is longer than any schema");
    }
    try {
      return parse(Files.readString(file));
    } catch (SerializationException e) {
      throw new SerializationException(e.kind(), file + ": " + e.getMessage(), e);
    } catch (CharacterCodingException e) {
      throw new SerializationException(Kind.MALFORMED_INPUT, file + " is not a text in UTF-8", e);
    }
  }

  /// Writes this text to a file, and so accepts all changes.
  ///
  /// @param file the file, which is created or replaced; its folder is created
  /// @throws IOException if the file cannot be written
  public void write(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, COMMENT + this);
  }

  /// Compares these classes with an older version of them.
  ///
  /// @param older the classes that existing payloads were written with
  /// @return the changes that affect readers of these payloads, by class and member; empty if there
  ///   are none
  public List<SchemaChange> changesSince(SchemaText older) {
    return Comparison.of(older.described, described).stream().map(SchemaChange::new).toList();
  }

  /// Checks, in a test, that nothing has changed since a file was written. If there is no file,
  /// this writes one, to be put under version control.
  ///
  /// @param file the file, relative to the working directory of the test
  /// @throws AssertionError if there are changes; the message lists them, and says how to accept
  ///   them
  /// @throws SerializationException if the file is damaged
  /// @throws UncheckedIOException if the file cannot be read or written
  public void assertUnchanged(Path file) {
    try {
      if (!Files.exists(file)) {
        write(file);
        return;
      }
      List<SchemaChange> changes = changesSince(read(file));
      if (!changes.isEmpty()) {
        throw new AssertionError(message(file, changes));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot compare classes with " + file, e);
    }
  }

  private static String message(Path file, List<SchemaChange> changes) {
    return changes.stream()
        .map(change -> "  " + change)
        .collect(
            Collectors.joining(
                "\n",
                "%d %s since %s was written:\n"
                    .formatted(changes.size(), changes.size() == 1 ? "change" : "changes", file),
                "\nTo accept the list, delete the file and run this again, or call write(...) once."));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SchemaText that && described.equals(that.described);
  }

  @Override
  public int hashCode() {
    return Objects.hash(described);
  }

  /// Returns the text.
  ///
  /// @return lines that [#parse] reads
  @Override
  public String toString() {
    return described.text();
  }
}
