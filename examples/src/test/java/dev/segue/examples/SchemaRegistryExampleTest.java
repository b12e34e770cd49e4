// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Serializer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SchemaRegistryExampleTest {

  record Point(int x, int y) {}

  /// A fake database with one table, which supports only what the registry uses.
  private static final class Database {

    final Map<Long, byte[]> rows = new HashMap<>();
    int open;
    boolean isDown;

    /// Handles a method call on a JDBC interface.
    private interface Call {
      @Nullable Object of(String method, Object[] arguments) throws Throwable;
    }

    private <T> T proxy(Class<T> type, Call call) {
      open++;
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (_, method, arguments) -> {
                if (method.getName().equals("close")) {
                  open--;
                  return null;
                }
                return call.of(method.getName(), arguments == null ? new Object[0] : arguments);
              }));
    }

    DataSource source() {
      DataSource source = proxy(DataSource.class, (_, _) -> connection());
      open--;
      return source;
    }

    private Connection connection() throws SQLException {
      if (isDown) {
        throw new SQLException("down");
      }
      return proxy(Connection.class, (_, arguments) -> statement((String) arguments[0]));
    }

    private PreparedStatement statement(String sql) {
      Map<Object, Object> set = new HashMap<>();
      return proxy(
          PreparedStatement.class,
          (method, arguments) ->
              switch (method) {
                case "setLong", "setBytes" -> set.put(arguments[0], arguments[1]);
                case "executeUpdate" -> {
                  assertTrue(sql.startsWith("insert into segue_schemas (fingerprint, document)"));
                  if (rows.putIfAbsent((Long) set.get(1), (byte[]) set.get(2)) != null) {
                    throw new SQLIntegrityConstraintViolationException();
                  }
                  yield 1;
                }
                case "executeQuery" -> {
                  assertTrue(sql.startsWith("select document from segue_schemas"));
                  yield result(rows.get((Long) set.get(1)));
                }
                default -> throw new UnsupportedOperationException(method);
              });
    }

    private ResultSet result(byte @Nullable [] row) {
      return proxy(
          ResultSet.class,
          (method, _) -> method.equals("next") ? (Object) (row != null) : (Object) row);
    }
  }

  @Test
  void payloadsAreReadWithSchemasFromADatabase() {
    Database database = new Database();
    byte[] payload = serializer(database).toBytes(new Point(1, 2));
    assertEquals(new Point(1, 2), serializer(database).fromBytes(payload, Point.class));
    assertEquals(1, database.rows.size());
    assertEquals(0, database.open);
  }

  private static Serializer serializer(Database database) {
    return Serializer.builder()
        .schemaRegistry(new JdbcSchemaRegistry(database.source()))
        .register(Point.class)
        .build();
  }

  @Test
  void schemaCanBeStoredAgainAndFailuresPassThrough() {
    Database database = new Database();
    JdbcSchemaRegistry registry = new JdbcSchemaRegistry(database.source());
    assertNull(registry.get(7));
    registry.put(7, new byte[] {1});
    registry.put(7, new byte[] {1});
    assertArrayEquals(new byte[] {1}, registry.get(7));
    database.isDown = true;
    assertThrows(IllegalStateException.class, () -> registry.put(8, new byte[] {1}));
    assertThrows(IllegalStateException.class, () -> registry.get(7));
    assertEquals(0, database.open);
  }

  @Test
  void guideShowsTheOutputOfTheExample() throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    try {
      SchemaRegistryExample.main(new String[0]);
    } finally {
      System.setOut(before);
    }
    String guide = Files.readString(Path.of(System.getProperty("basedir"), "../docs/evolution.md"));
    output
        .toString(StandardCharsets.UTF_8)
        .lines()
        .forEach(line -> assertTrue(guide.contains(line), line));
  }
}
