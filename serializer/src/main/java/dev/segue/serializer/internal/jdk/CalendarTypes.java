// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.error.Failures;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/// Adds `Calendar` and `TimeZone`.
@SuppressWarnings({
  "JavaUtilDate", // values of these types have to be supported
  "NullAway" // a missing part fails where it is used
})
final class CalendarTypes {

  private CalendarTypes() {}

  static void addTo(Catalog catalog) {
    catalog.partsFamily(186, Calendar.class, 7, CalendarTypes::parts, CalendarTypes::calendar);
    catalog.textFamily(187, TimeZone.class, CalendarTypes::id, CalendarTypes::timeZone);
  }

  /// Reads a copy, since `getTimeInMillis` may change a calendar.
  private static @Nullable Object[] parts(Calendar calendar) {
    Calendar copy = (Calendar) calendar.clone();
    try {
      return new @Nullable Object[] {
        copy.getCalendarType(),
        copy.getTimeInMillis(),
        copy.getTimeZone(),
        copy.isLenient(),
        copy.getFirstDayOfWeek(),
        copy.getMinimalDaysInFirstWeek(),
        copy instanceof GregorianCalendar gregorian ? gregorian.getGregorianChange() : null
      };
    } catch (IllegalArgumentException e) {
      throw Failures.unsupported(Calendar.class, "it has no time: " + e.getMessage());
    }
  }

  private static Calendar calendar(@Nullable Object[] parts) {
    Calendar calendar =
        new Calendar.Builder()
            .setCalendarType((String) parts[0])
            .setTimeZone((TimeZone) parts[2])
            .setWeekDefinition((int) parts[4], (int) parts[5])
            .setInstant((long) parts[1])
            .build();
    if (calendar instanceof GregorianCalendar gregorian) {
      gregorian.setGregorianChange((Date) parts[6]);
    }
    calendar.setLenient((boolean) parts[3]);
    long _ = calendar.getTimeInMillis();
    return calendar;
  }

  private static String id(TimeZone zone) {
    if (!zone.hasSameRules(TimeZone.getTimeZone(zone.getID()))) {
      throw Failures.unsupported(
          zone.getClass(), "its rules differ from the rules of its id " + zone.getID());
    }
    return zone.getID();
  }

  private static TimeZone timeZone(String id) {
    TimeZone zone = TimeZone.getTimeZone(id);
    if (!zone.getID().equals(id)) {
      throw new IllegalArgumentException(id);
    }
    return zone;
  }
}
