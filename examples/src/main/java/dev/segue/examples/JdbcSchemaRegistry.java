// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.SchemaRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// A schema registry in a table of any SQL database, with auto-commit connections:
///
///     create table segue_schemas (fingerprint bigint primary key, document blob not null)
///
/// In PostgreSQL, the type of the second column is `bytea`. The 64 KiB of MySQL's `blob` are enough
/// for most schemas, and 4 MiB for all.
///
/// @param database the database with the table
public record JdbcSchemaRegistry(DataSource database) implements SchemaRegistry {

  @Override
  public void put(long fingerprint, byte[] schema) {
    String insert = "insert into segue_schemas (fingerprint, document) values (?, ?)";
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setLong(1, fingerprint);
      statement.setBytes(2, schema);
      statement.executeUpdate();
    } catch (SQLException e) {
      if (get(fingerprint) == null) { // otherwise it already existed
        throw new IllegalStateException("cannot store a schema", e);
      }
    }
  }

  @Override
  public byte @Nullable [] get(long fingerprint) {
    String select = "select document from segue_schemas where fingerprint = ?";
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setLong(1, fingerprint);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? rows.getBytes(1) : null;
      }
    } catch (SQLException e) {
      throw new IllegalStateException("cannot read a schema", e);
    }
  }
}
