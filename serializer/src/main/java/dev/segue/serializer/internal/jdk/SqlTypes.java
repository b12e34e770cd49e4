// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;

/// Adds the dates and times of `java.sql`, if that module is present.
@SuppressWarnings("JavaUtilDate") // values of these types have to be supported
final class SqlTypes {

  private SqlTypes() {}

  static boolean arePresent() {
    try {
      Class.forName("java.sql.Timestamp", false, SqlTypes.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  static void addTo(Catalog catalog) {
    catalog.mutable(
        188,
        Timestamp.class,
        12,
        (value, buffer, at) -> {
          buffer.putLong(at, value.getTime());
          buffer.putInt(at + 8, value.getNanos());
        },
        (buffer, at) -> {
          Timestamp timestamp = new Timestamp(buffer.getLong(at));
          timestamp.setNanos(buffer.getInt(at + 8));
          return timestamp;
        });
    catalog.mutable(
        189,
        Date.class,
        8,
        (value, buffer, at) -> buffer.putLong(at, value.getTime()),
        (buffer, at) -> new Date(buffer.getLong(at)));
    catalog.mutable(
        190,
        Time.class,
        8,
        (value, buffer, at) -> buffer.putLong(at, value.getTime()),
        (buffer, at) -> new Time(buffer.getLong(at)));
  }
}
