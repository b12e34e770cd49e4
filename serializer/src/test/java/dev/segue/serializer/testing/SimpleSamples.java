// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.Chronology;
import java.time.chrono.HijrahDate;
import java.time.chrono.IsoChronology;
import java.time.chrono.JapaneseDate;
import java.time.chrono.JapaneseEra;
import java.time.chrono.MinguoDate;
import java.time.chrono.ThaiBuddhistChronology;
import java.time.chrono.ThaiBuddhistDate;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// JDK values that hold no other objects.
@SuppressWarnings({"JavaUtilDate", "BigDecimalEquals"})
public final class SimpleSamples {

  private SimpleSamples() {}

  public static Stream<Sample> all() throws Exception {
    return Stream.of(time(), chrono(), texts(), numbers()).flatMap(List::stream);
  }

  private static List<Sample> time() {
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    ZonedDateTime autumn =
        LocalDateTime.of(2026, 10, 25, 2, 30).atZone(berlin).withLaterOffsetAtOverlap();
    return Stream.of(
            new UUID(1, -2),
            Instant.MAX,
            Instant.MIN,
            Duration.ofSeconds(Long.MIN_VALUE, 7),
            LocalDate.MIN,
            LocalDate.MAX,
            LocalTime.MAX,
            LocalDateTime.MIN,
            ZoneOffset.MIN,
            ZoneOffset.UTC,
            OffsetDateTime.MAX,
            OffsetTime.MIN,
            Period.of(-1, 2, -3),
            Year.of(Year.MAX_VALUE),
            YearMonth.of(2026, 11),
            MonthDay.of(2, 29),
            new Date(-5),
            berlin,
            ZoneId.of("UTC"),
            ZoneId.of("UTC+03:00"),
            autumn,
            autumn.withEarlierOffsetAtOverlap(),
            ZonedDateTime.of(LocalDateTime.MAX, ZoneOffset.ofHours(3)),
            DayOfWeek.SUNDAY,
            Month.FEBRUARY,
            ChronoUnit.FOREVER,
            ChronoField.EPOCH_DAY,
            TimeUnit.DAYS,
            RoundingMode.HALF_EVEN,
            ValueRange.of(1, 2, 28, 31),
            WeekFields.SUNDAY_START,
            berlin.getRules().getTransitions().getFirst(),
            berlin.getRules().getTransitionRules().getLast(),
            ZoneOffsetTransition.of(
                LocalDateTime.of(2026, 1, 1, 1, 0), ZoneOffset.UTC, ZoneOffset.ofHours(2)),
            ZoneOffsetTransitionRule.of(
                Month.MAY,
                -1,
                DayOfWeek.FRIDAY,
                LocalTime.MIDNIGHT,
                true,
                ZoneOffsetTransitionRule.TimeDefinition.WALL,
                ZoneOffset.UTC,
                ZoneOffset.UTC,
                ZoneOffset.ofHours(1)),
            Clock.fixed(Instant.EPOCH, berlin),
            Clock.systemUTC())
        .map(Sample::of)
        .toList();
  }

  private static List<Sample> chrono() {
    return Stream.of(
            HijrahDate.of(1445, 2, 3),
            JapaneseDate.of(2026, 2, 3),
            MinguoDate.of(100, 2, 3),
            ThaiBuddhistDate.of(2569, 2, 3),
            JapaneseEra.HEISEI,
            IsoChronology.INSTANCE,
            Chronology.of("Hijrah-umalqura"),
            MinguoDate.of(100, 2, 3).atTime(LocalTime.NOON),
            ThaiBuddhistChronology.INSTANCE.zonedDateTime(Instant.EPOCH, ZoneId.of("Asia/Bangkok")),
            ThaiBuddhistChronology.INSTANCE.period(1, -2, 3))
        .map(Sample::of)
        .toList();
  }

  private static List<Sample> texts() throws Exception {
    return List.of(
        Sample.of(URI.create("http://user@example.invalid:8080/p%20q?q=1#f")),
        Sample.of(new URI("mailto:someone@example.invalid")),
        // equals and hashCode of a URL resolve its host name
        Sample.of(
            URI.create("http://nowhere.invalid:81/p?q#f").toURL(),
            url -> List.of(url.toExternalForm(), url.getHost(), url.getPort())),
        Sample.of(URI.create("file:/tmp/x").toURL(), URL::toExternalForm),
        Sample.of(Locale.GERMANY),
        Sample.of(Locale.ROOT),
        Sample.of(Locale.forLanguageTag("zh-Hant-TW-u-ca-roc-x-lvariant-POSIX")),
        Sample.of(Locale.of("no", "NO", "NY")),
        Sample.of(Locale.of("ja", "JP", "JP")),
        Sample.of(Locale.of("th", "TH", "TH")),
        Sample.of(Locale.of("xx", "YY", "some_odd variant")),
        Sample.of(Currency.getInstance("CHF")),
        Sample.of(
            Pattern.compile("(a|b)*\u00e9?", Pattern.CASE_INSENSITIVE | Pattern.CANON_EQ),
            pattern -> List.of(pattern.pattern(), pattern.flags())),
        Sample.of(
            Pattern.compile("[", Pattern.LITERAL),
            pattern -> List.of(pattern.pattern(), pattern.flags())),
        Sample.of(StandardCharsets.UTF_16LE),
        Sample.of(Charset.forName("windows-1252")),
        Sample.of(new File("a/../b")),
        Sample.of(new File("")),
        Sample.of(Path.of("/tmp/x y")),
        Sample.of(Path.of("")),
        Sample.of(new StringBuilder("abc\ud800\u20ac"), StringBuilder::toString),
        Sample.of(new StringBuffer("abc"), StringBuffer::toString),
        address(InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) 200})),
        address(InetAddress.getByAddress("nowhere.invalid", new byte[] {10, 0, 0, 1})),
        address(InetAddress.getLoopbackAddress()),
        address(InetAddress.getByAddress(new byte[16])),
        address(Inet6Address.getByAddress("six.invalid", sixteen(), 3)),
        address(Inet6Address.getByAddress(null, sixteen(), 0)),
        Sample.of(InetSocketAddress.createUnresolved("nowhere.invalid", 80)),
        Sample.of(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 7}), 65_535)));
  }

  private static byte[] sixteen() {
    byte[] bytes = new byte[16];
    bytes[0] = (byte) 0xfe;
    bytes[1] = (byte) 0x80;
    bytes[15] = 9;
    return bytes;
  }

  /// Its `toString` includes the name and the scope, and resolves no host name.
  private static Sample address(InetAddress address) throws UnknownHostException {
    return new Sample("address " + address, address, same -> List.of(same, same.toString()), true);
  }

  private static List<Sample> numbers() {
    BitSet bits = new BitSet();
    bits.set(3);
    bits.set(64, 70);
    LongAdder adder = new LongAdder();
    adder.add(Long.MIN_VALUE);
    DoubleAdder doubles = new DoubleAdder();
    doubles.add(-0.5);
    return List.of(
        Sample.of(BigInteger.ZERO),
        Sample.of(BigInteger.ONE.negate().shiftLeft(1000)),
        Sample.of(BigDecimal.ZERO),
        Sample.of(new BigDecimal("-1.000")),
        Sample.of(new BigDecimal(BigInteger.TWO.pow(200), Integer.MIN_VALUE)),
        Sample.of(MathContext.DECIMAL128),
        Sample.of(new BitSet()),
        Sample.of(bits),
        Sample.of(OptionalInt.empty()),
        Sample.of(OptionalInt.of(-1)),
        Sample.of(OptionalLong.empty()),
        Sample.of(OptionalLong.of(Long.MAX_VALUE)),
        Sample.of(OptionalDouble.empty()),
        Sample.of(OptionalDouble.of(Double.NaN)),
        Sample.of(new AtomicInteger(-1), AtomicInteger::get),
        Sample.of(new AtomicLong(Long.MAX_VALUE), AtomicLong::get),
        Sample.of(new AtomicBoolean(true), AtomicBoolean::get),
        Sample.of(new AtomicIntegerArray(new int[] {1, -2}), AtomicIntegerArray::toString),
        Sample.of(new AtomicLongArray(new long[] {1, -2}), AtomicLongArray::toString),
        Sample.of(adder, LongAdder::sum),
        Sample.of(doubles, DoubleAdder::sum));
  }
}
