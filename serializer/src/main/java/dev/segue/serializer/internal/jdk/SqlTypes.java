// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;

/// The dates and times of `java.sql`, if that module is present.
@SuppressWarnings("JavaUtilDate") // values of this type have to be supported
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
        (value, medium, at) -> {
          medium.putLong(at, value.getTime());
          medium.putInt(at + 8, value.getNanos());
        },
        (medium, at) -> {
          Timestamp timestamp = new Timestamp(medium.getLong(at));
          timestamp.setNanos(medium.getInt(at + 8));
          return timestamp;
        });
    catalog.mutable(
        189,
        Date.class,
        8,
        (value, medium, at) -> medium.putLong(at, value.getTime()),
        (medium, at) -> new Date(medium.getLong(at)));
    catalog.mutable(
        190,
        Time.class,
        8,
        (value, medium, at) -> medium.putLong(at, value.getTime()),
        (medium, at) -> new Time(medium.getLong(at)));
  }
}
