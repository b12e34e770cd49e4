// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.ChronoLocalDateTime;
import java.time.chrono.ChronoPeriod;
import java.time.chrono.ChronoZonedDateTime;
import java.time.chrono.Chronology;
import java.time.chrono.HijrahChronology;
import java.time.chrono.HijrahDate;
import java.time.chrono.IsoChronology;
import java.time.chrono.JapaneseChronology;
import java.time.chrono.JapaneseDate;
import java.time.chrono.JapaneseEra;
import java.time.chrono.MinguoChronology;
import java.time.chrono.MinguoDate;
import java.time.chrono.ThaiBuddhistChronology;
import java.time.chrono.ThaiBuddhistDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneOffsetTransitionRule.TimeDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Adds the types of `java.time` that are not in [FixedTypes].
@SuppressWarnings("NullAway") // a missing part fails where it is used
final class TimeTypes {

  /// The chronologies of the JDK.
  private static final List<Chronology> CHRONOLOGIES =
      List.of(
          IsoChronology.INSTANCE,
          HijrahChronology.INSTANCE,
          JapaneseChronology.INSTANCE,
          MinguoChronology.INSTANCE,
          ThaiBuddhistChronology.INSTANCE);

  /// Caching zones is safe even if their provider can change the rules, since such zones look up
  /// their rules on each use, see [java.time.zone.ZoneRulesProvider#getRules].
  static final RecentTexts<ZoneId> ZONES = new RecentTexts<>(ZoneId::of);

  private TimeTypes() {}

  static void addFrequent(Catalog catalog) {
    catalog.scalarCodec(101, ZonedDateTime.class, new ZonedDateTimeCodec());
  }

  static void addTo(Catalog catalog) {
    catalog.textFamily(100, ZoneId.class, ZoneId::getId, ZONES);
    addChrono(catalog);
    addRules(catalog);
    catalog.fixed(
        112,
        ValueRange.class,
        32,
        (range, buffer, at) -> {
          buffer.putLong(at, range.getMinimum());
          buffer.putLong(at + 8, range.getLargestMinimum());
          buffer.putLong(at + 16, range.getSmallestMaximum());
          buffer.putLong(at + 24, range.getMaximum());
        },
        (buffer, at) ->
            ValueRange.of(
                buffer.getLong(at),
                buffer.getLong(at + 8),
                buffer.getLong(at + 16),
                buffer.getLong(at + 24)));
    catalog.fixed(
        113,
        WeekFields.class,
        8,
        (fields, buffer, at) -> {
          buffer.putInt(at, fields.getFirstDayOfWeek().getValue());
          buffer.putInt(at + 4, fields.getMinimalDaysInFirstWeek());
        },
        (buffer, at) -> WeekFields.of(DayOfWeek.of(buffer.getInt(at)), buffer.getInt(at + 4)));
    catalog.partsFamily(
        114,
        Clock.class,
        2,
        clock -> new Object[] {fixedInstant(clock), clock.getZone()},
        parts ->
            parts[0] == null
                ? Clock.system((ZoneId) parts[1])
                : Clock.fixed((Instant) parts[0], (ZoneId) parts[1]),
        FIXED_CLOCK,
        Clock.systemUTC().getClass());
  }

  private static final Class<?> FIXED_CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC).getClass();

  private static @Nullable Instant fixedInstant(Clock clock) {
    return clock.getClass() == FIXED_CLOCK ? clock.instant() : null;
  }

  private static void addChrono(Catalog catalog) {
    catalog.textFamily(102, Chronology.class, Chronology::getId, TimeTypes::chronology);
    date(catalog, 103, HijrahDate.class, HijrahChronology.INSTANCE);
    date(catalog, 104, JapaneseDate.class, JapaneseChronology.INSTANCE);
    date(catalog, 105, MinguoDate.class, MinguoChronology.INSTANCE);
    date(catalog, 106, ThaiBuddhistDate.class, ThaiBuddhistChronology.INSTANCE);
    catalog.fixed(
        107,
        JapaneseEra.class,
        4,
        (era, buffer, at) -> buffer.putInt(at, era.getValue()),
        (buffer, at) -> JapaneseEra.of(buffer.getInt(at)));
    catalog.partsFamily(
        108,
        ChronoLocalDateTime.class,
        2,
        time -> new Object[] {time.toLocalDate(), time.toLocalTime()},
        parts -> ((ChronoLocalDate) parts[0]).atTime((LocalTime) parts[1]));
    catalog.partsFamily(
        109,
        ChronoZonedDateTime.class,
        3,
        time -> new Object[] {time.getChronology(), time.toInstant(), time.getZone()},
        parts -> ((Chronology) parts[0]).zonedDateTime((Instant) parts[1], (ZoneId) parts[2]));
    catalog.partsFamily(
        110,
        ChronoPeriod.class,
        4,
        period ->
            new Object[] {
              period.getChronology(),
              (int) period.get(ChronoUnit.YEARS),
              (int) period.get(ChronoUnit.MONTHS),
              (int) period.get(ChronoUnit.DAYS)
            },
        parts -> ((Chronology) parts[0]).period((int) parts[1], (int) parts[2], (int) parts[3]));
  }

  /// All other chronologies are looked up among services, which is slow.
  private static Chronology chronology(String id) {
    for (Chronology chronology : CHRONOLOGIES) {
      if (chronology.getId().equals(id)) {
        return chronology;
      }
    }
    return Chronology.getAvailableChronologies().stream()
        .filter(chronology -> chronology.getId().equals(id))
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException("id=" + id));
  }

  private static <T extends ChronoLocalDate> void date(
      Catalog catalog, int id, Class<T> type, Chronology chronology) {
    catalog.fixed(
        id,
        type,
        8,
        (date, buffer, at) -> buffer.putLong(at, date.toEpochDay()),
        (buffer, at) -> type.cast(chronology.dateEpochDay(buffer.getLong(at))));
  }

  private static void addRules(Catalog catalog) {
    catalog.fixed(
        115,
        ZoneOffsetTransition.class,
        24,
        (transition, buffer, at) -> {
          LocalDateTime before = transition.getDateTimeBefore();
          buffer.putLong(at, before.toLocalDate().toEpochDay());
          buffer.putLong(at + 8, before.toLocalTime().toNanoOfDay());
          buffer.putInt(at + 16, transition.getOffsetBefore().getTotalSeconds());
          buffer.putInt(at + 20, transition.getOffsetAfter().getTotalSeconds());
        },
        (buffer, at) ->
            ZoneOffsetTransition.of(
                LocalDateTime.of(
                    LocalDate.ofEpochDay(buffer.getLong(at)),
                    LocalTime.ofNanoOfDay(buffer.getLong(at + 8))),
                ZoneOffset.ofTotalSeconds(buffer.getInt(at + 16)),
                ZoneOffset.ofTotalSeconds(buffer.getInt(at + 20))));
    catalog.parts(
        116,
        ZoneOffsetTransitionRule.class,
        9,
        rule ->
            new Object[] {
              rule.getMonth(),
              rule.getDayOfMonthIndicator(),
              rule.getDayOfWeek(),
              rule.getLocalTime(),
              rule.isMidnightEndOfDay(),
              rule.getTimeDefinition(),
              rule.getStandardOffset(),
              rule.getOffsetBefore(),
              rule.getOffsetAfter()
            },
        parts ->
            ZoneOffsetTransitionRule.of(
                (Month) parts[0],
                (int) parts[1],
                (DayOfWeek) parts[2],
                (LocalTime) parts[3],
                (boolean) parts[4],
                (TimeDefinition) parts[5],
                (ZoneOffset) parts[6],
                (ZoneOffset) parts[7],
                (ZoneOffset) parts[8]));
  }
}
