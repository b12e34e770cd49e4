// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
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

/// Adds the types with a fixed number of bytes: `UUID`, the common types of `java.time`, `Date` and
/// atomic numbers.
@SuppressWarnings("JavaUtilDate") // values of these types have to be supported
final class FixedTypes {

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private FixedTypes() {}

  static void addFrequent(Catalog catalog) {
    addIdsAndDurations(catalog);
    addDatesAndTimes(catalog);
    catalog.mutable(
        77,
        Date.class,
        8,
        (date, buffer, at) -> buffer.putLong(at, date.getTime()),
        (buffer, at) -> new Date(buffer.getLong(at)));
  }

  static void addTo(Catalog catalog) {
    addPartsOfDates(catalog);
    addMutable(catalog);
  }

  private static void addIdsAndDurations(Catalog catalog) {
    catalog.fixed(
        64,
        UUID.class,
        16,
        (uuid, buffer, at) -> {
          buffer.putLong(at, uuid.getMostSignificantBits());
          buffer.putLong(at + 8, uuid.getLeastSignificantBits());
        },
        (buffer, at) -> new UUID(buffer.getLong(at), buffer.getLong(at + 8)));
    catalog.fixed(
        65,
        Instant.class,
        12,
        (instant, buffer, at) ->
            putSeconds(buffer, at, instant.getEpochSecond(), instant.getNano()),
        (buffer, at) -> Instant.ofEpochSecond(buffer.getLong(at), nanos(buffer, at + 8)));
    catalog.fixed(
        66,
        Duration.class,
        12,
        (duration, buffer, at) -> putSeconds(buffer, at, duration.getSeconds(), duration.getNano()),
        (buffer, at) -> Duration.ofSeconds(buffer.getLong(at), nanos(buffer, at + 8)));
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
        (value, buffer, at) -> {
          putDateTime(value.toLocalDateTime(), buffer, at);
          putOffset(value.getOffset(), buffer, at + 16);
        },
        (buffer, at) -> OffsetDateTime.of(dateTime(buffer, at), offset(buffer, at + 16)));
    catalog.fixed(
        72,
        OffsetTime.class,
        12,
        (value, buffer, at) -> {
          putTime(value.toLocalTime(), buffer, at);
          putOffset(value.getOffset(), buffer, at + 8);
        },
        (buffer, at) -> OffsetTime.of(time(buffer, at), offset(buffer, at + 8)));
  }

  private static void addPartsOfDates(Catalog catalog) {
    catalog.fixed(
        73,
        Period.class,
        12,
        (period, buffer, at) -> {
          buffer.putInt(at, period.getYears());
          buffer.putInt(at + 4, period.getMonths());
          buffer.putInt(at + 8, period.getDays());
        },
        (buffer, at) -> Period.of(buffer.getInt(at), buffer.getInt(at + 4), buffer.getInt(at + 8)));
    catalog.fixed(
        74,
        Year.class,
        4,
        (year, buffer, at) -> buffer.putInt(at, year.getValue()),
        (buffer, at) -> Year.of(buffer.getInt(at)));
    catalog.fixed(
        75,
        YearMonth.class,
        8,
        (month, buffer, at) -> {
          buffer.putInt(at, month.getYear());
          buffer.putInt(at + 4, month.getMonthValue());
        },
        (buffer, at) -> YearMonth.of(buffer.getInt(at), buffer.getInt(at + 4)));
    catalog.fixed(
        76,
        MonthDay.class,
        8,
        (day, buffer, at) -> {
          buffer.putInt(at, day.getMonthValue());
          buffer.putInt(at + 4, day.getDayOfMonth());
        },
        (buffer, at) -> MonthDay.of(buffer.getInt(at), buffer.getInt(at + 4)));
  }

  private static void addMutable(Catalog catalog) {
    catalog.mutable(
        78,
        AtomicInteger.class,
        4,
        (value, buffer, at) -> buffer.putInt(at, value.get()),
        (buffer, at) -> new AtomicInteger(buffer.getInt(at)));
    catalog.mutable(
        79,
        AtomicLong.class,
        8,
        (value, buffer, at) -> buffer.putLong(at, value.get()),
        (buffer, at) -> new AtomicLong(buffer.getLong(at)));
    catalog.mutable(
        80,
        AtomicBoolean.class,
        1,
        (value, buffer, at) -> buffer.putNumber(at, 1, value.get() ? 1 : 0),
        (buffer, at) -> new AtomicBoolean(buffer.getNumber(at, 1) != 0));
  }

  private static void putSeconds(PayloadBuffer buffer, long at, long seconds, int nanos) {
    buffer.putLong(at, seconds);
    buffer.putInt(at + 8, nanos);
  }

  private static long nanos(PayloadBuffer buffer, long at) {
    int nanos = buffer.getInt(at);
    if (nanos < 0 || nanos >= NANOS_PER_SECOND) {
      throw new IllegalArgumentException("nanos=" + nanos);
    }
    return nanos;
  }

  /// Year, month and day are stored separately, to read them without the divisions that a count of
  /// days needs.
  private static void putDate(LocalDate date, PayloadBuffer buffer, long at) {
    buffer.putLong(
        at, (long) date.getYear() << 32 | date.getMonthValue() << 8 | date.getDayOfMonth());
  }

  private static LocalDate date(PayloadBuffer buffer, long at) {
    long date = buffer.getLong(at);
    return LocalDate.of((int) (date >> 32), (int) date >>> 8, (int) date & 0xff);
  }

  private static void putTime(LocalTime time, PayloadBuffer buffer, long at) {
    buffer.putLong(at, time.toNanoOfDay());
  }

  private static LocalTime time(PayloadBuffer buffer, long at) {
    return LocalTime.ofNanoOfDay(buffer.getLong(at));
  }

  static void putDateTime(LocalDateTime value, PayloadBuffer buffer, long at) {
    putDate(value.toLocalDate(), buffer, at);
    putTime(value.toLocalTime(), buffer, at + 8);
  }

  static LocalDateTime dateTime(PayloadBuffer buffer, long at) {
    return LocalDateTime.of(date(buffer, at), time(buffer, at + 8));
  }

  static void putOffset(ZoneOffset offset, PayloadBuffer buffer, long at) {
    buffer.putInt(at, offset.getTotalSeconds());
  }

  static ZoneOffset offset(PayloadBuffer buffer, long at) {
    return ZoneOffset.ofTotalSeconds(buffer.getInt(at));
  }
}
