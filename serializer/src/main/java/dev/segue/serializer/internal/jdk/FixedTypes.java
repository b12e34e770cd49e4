// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Medium;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Types with a fixed number of bytes: `UUID`, the common types of `java.time`, `Date` and atomic
/// numbers.
@SuppressWarnings("JavaUtilDate") // values of this type have to be supported
final class FixedTypes {

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private FixedTypes() {}

  static void addTo(Catalog catalog) {
    addIdsAndDurations(catalog);
    addDatesAndTimes(catalog);
    addPartsOfDates(catalog);
    addMutable(catalog);
  }

  private static void addIdsAndDurations(Catalog catalog) {
    catalog.fixed(
        64,
        UUID.class,
        16,
        (uuid, medium, at) -> {
          medium.putLong(at, uuid.getMostSignificantBits());
          medium.putLong(at + 8, uuid.getLeastSignificantBits());
        },
        (medium, at) -> new UUID(medium.getLong(at), medium.getLong(at + 8)));
    catalog.fixed(
        65,
        Instant.class,
        12,
        (instant, medium, at) ->
            putSeconds(medium, at, instant.getEpochSecond(), instant.getNano()),
        (medium, at) -> Instant.ofEpochSecond(medium.getLong(at), nanos(medium, at + 8)));
    catalog.fixed(
        66,
        Duration.class,
        12,
        (duration, medium, at) -> putSeconds(medium, at, duration.getSeconds(), duration.getNano()),
        (medium, at) -> Duration.ofSeconds(medium.getLong(at), nanos(medium, at + 8)));
  }

  private static void addDatesAndTimes(Catalog catalog) {
    catalog.fixed(67, LocalDate.class, 8, FixedTypes::putDate, FixedTypes::date);
    catalog.fixed(68, LocalTime.class, 8, FixedTypes::putTime, FixedTypes::time);
    catalog.fixed(69, LocalDateTime.class, 16, FixedTypes::putDateTime, FixedTypes::dateTime);
    catalog.fixed(70, ZoneOffset.class, 4, FixedTypes::putOffset, FixedTypes::offset);
    catalog.fixed(
        71,
        OffsetDateTime.class,
        20,
        (value, medium, at) -> {
          putDateTime(value.toLocalDateTime(), medium, at);
          putOffset(value.getOffset(), medium, at + 16);
        },
        (medium, at) -> OffsetDateTime.of(dateTime(medium, at), offset(medium, at + 16)));
    catalog.fixed(
        72,
        OffsetTime.class,
        12,
        (value, medium, at) -> {
          putTime(value.toLocalTime(), medium, at);
          putOffset(value.getOffset(), medium, at + 8);
        },
        (medium, at) -> OffsetTime.of(time(medium, at), offset(medium, at + 8)));
  }

  private static void addPartsOfDates(Catalog catalog) {
    catalog.fixed(
        73,
        Period.class,
        12,
        (period, medium, at) -> {
          medium.putInt(at, period.getYears());
          medium.putInt(at + 4, period.getMonths());
          medium.putInt(at + 8, period.getDays());
        },
        (medium, at) -> Period.of(medium.getInt(at), medium.getInt(at + 4), medium.getInt(at + 8)));
    catalog.fixed(
        74,
        Year.class,
        4,
        (year, medium, at) -> medium.putInt(at, year.getValue()),
        (medium, at) -> Year.of(medium.getInt(at)));
    catalog.fixed(
        75,
        YearMonth.class,
        8,
        (month, medium, at) -> {
          medium.putInt(at, month.getYear());
          medium.putInt(at + 4, month.getMonthValue());
        },
        (medium, at) -> YearMonth.of(medium.getInt(at), medium.getInt(at + 4)));
    catalog.fixed(
        76,
        MonthDay.class,
        8,
        (day, medium, at) -> {
          medium.putInt(at, day.getMonthValue());
          medium.putInt(at + 4, day.getDayOfMonth());
        },
        (medium, at) -> MonthDay.of(medium.getInt(at), medium.getInt(at + 4)));
  }

  private static void addMutable(Catalog catalog) {
    catalog.mutable(
        77,
        Date.class,
        8,
        (date, medium, at) -> medium.putLong(at, date.getTime()),
        (medium, at) -> new Date(medium.getLong(at)));
    catalog.mutable(
        78,
        AtomicInteger.class,
        4,
        (value, medium, at) -> medium.putInt(at, value.get()),
        (medium, at) -> new AtomicInteger(medium.getInt(at)));
    catalog.mutable(
        79,
        AtomicLong.class,
        8,
        (value, medium, at) -> medium.putLong(at, value.get()),
        (medium, at) -> new AtomicLong(medium.getLong(at)));
    catalog.mutable(
        80,
        AtomicBoolean.class,
        1,
        (value, medium, at) -> medium.putNumber(at, 1, value.get() ? 1 : 0),
        (medium, at) -> new AtomicBoolean(medium.getNumber(at, 1) != 0));
  }

  private static void putSeconds(Medium medium, long at, long seconds, int nanos) {
    medium.putLong(at, seconds);
    medium.putInt(at + 8, nanos);
  }

  private static long nanos(Medium medium, long at) {
    int nanos = medium.getInt(at);
    if (nanos < 0 || nanos >= NANOS_PER_SECOND) {
      throw new IllegalArgumentException("nanos=" + nanos);
    }
    return nanos;
  }

  /// Year, month and day are stored separately, to read them without the divisions that a count of
  /// days needs.
  private static void putDate(LocalDate date, Medium medium, long at) {
    medium.putLong(
        at, (long) date.getYear() << 32 | date.getMonthValue() << 8 | date.getDayOfMonth());
  }

  private static LocalDate date(Medium medium, long at) {
    long date = medium.getLong(at);
    return LocalDate.of((int) (date >> 32), (int) date >>> 8, (int) date & 0xff);
  }

  private static void putTime(LocalTime time, Medium medium, long at) {
    medium.putLong(at, time.toNanoOfDay());
  }

  private static LocalTime time(Medium medium, long at) {
    return LocalTime.ofNanoOfDay(medium.getLong(at));
  }

  static void putDateTime(LocalDateTime value, Medium medium, long at) {
    putDate(value.toLocalDate(), medium, at);
    putTime(value.toLocalTime(), medium, at + 8);
  }

  static LocalDateTime dateTime(Medium medium, long at) {
    return LocalDateTime.of(date(medium, at), time(medium, at + 8));
  }

  static void putOffset(ZoneOffset offset, Medium medium, long at) {
    medium.putInt(at, offset.getTotalSeconds());
  }

  static ZoneOffset offset(Medium medium, long at) {
    return ZoneOffset.ofTotalSeconds(medium.getInt(at));
  }
}
