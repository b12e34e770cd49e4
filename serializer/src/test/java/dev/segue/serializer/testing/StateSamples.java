// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.MalformedInputException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.TimeZone;
import java.util.UnknownFormatConversionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/// Values with special state: memory, calendars, throwables.
@SuppressWarnings("JavaUtilDate")
public final class StateSamples {

  private StateSamples() {}

  public static Stream<Sample> all() {
    return Stream.of(memory(), calendars(), throwables()).flatMap(List::stream);
  }

  private static List<Sample> memory() {
    ByteBuffer heap = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5});
    ByteBuffer direct = ByteBuffer.allocateDirect(5).put(new byte[] {1, 2, 3});
    MemorySegment off = Arena.ofAuto().allocate(5);
    off.set(ValueLayout.JAVA_BYTE, 2, (byte) 7);
    return List.of(
        buffer(heap),
        buffer(heap.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(2).limit(4)),
        buffer(heap.asReadOnlyBuffer()),
        buffer(heap.duplicate().position(3).slice()),
        buffer(direct),
        buffer(direct.duplicate().flip().asReadOnlyBuffer()),
        buffer(ByteBuffer.allocate(0)),
        segment(off),
        segment(off.asReadOnly()),
        segment(off.asSlice(2, 0)),
        segment(MemorySegment.ofArray(new byte[] {1, 2})),
        segment(MemorySegment.ofArray(new byte[] {1, 2}).asReadOnly()),
        segment(MemorySegment.ofArray(new long[] {1, 2})),
        segment(MemorySegment.ofArray(new char[] {1, 2, 3}).asSlice(1, 4)));
  }

  private static Sample buffer(ByteBuffer buffer) {
    return Sample.of(
        buffer,
        same ->
            List.of(
                same.isDirect(),
                same.isReadOnly(),
                same.order(),
                same.position(),
                same.limit(),
                same.capacity(),
                same.duplicate().clear()));
  }

  private static Sample segment(MemorySegment segment) {
    return Sample.of(
        segment,
        same ->
            List.of(
                same.isNative(),
                same.isReadOnly(),
                same.heapBase().<Object>map(Object::getClass).orElse("none"),
                HexFormat.of().formatHex(same.toArray(ValueLayout.JAVA_BYTE))));
  }

  private static List<Sample> calendars() {
    TimeZone berlin = TimeZone.getTimeZone("Europe/Berlin");
    GregorianCalendar julian = new GregorianCalendar(berlin, Locale.GERMANY);
    julian.setGregorianChange(new Date(Long.MAX_VALUE));
    julian.setLenient(false);
    julian.setTimeInMillis(1_234_567_890_123L);
    Timestamp timestamp = new Timestamp(1_234_567_890_123L);
    timestamp.setNanos(123_456_789);
    return List.of(
        Sample.of(julian),
        Sample.of(Calendar.getInstance(Locale.US)),
        Sample.of(new Calendar.Builder().setCalendarType("japanese").setInstant(5).build()),
        Sample.of(new Calendar.Builder().setCalendarType("buddhist").setInstant(5).build()),
        Sample.of(berlin),
        Sample.of(TimeZone.getTimeZone("GMT+03:00")),
        Sample.of(timestamp),
        Sample.of(new java.sql.Date(-5)),
        Sample.of(new Time(5)));
  }

  private static List<Sample> throwables() {
    Exception rich = new IllegalStateException("rich", new IOException("cause", new Error("root")));
    rich.addSuppressed(new RuntimeException("suppressed"));
    rich.addSuppressed(new NoSuchFileException("file", "other", "why"));
    Exception bare = new Exception();
    bare.setStackTrace(new StackTraceElement[0]);
    Exception nullCause = new Exception("no cause ever", null);
    return Stream.of(
            rich,
            bare,
            nullCause,
            new NullPointerException(),
            new StackOverflowError("deep"),
            new ArrayIndexOutOfBoundsException(7),
            new UncheckedIOException(new IOException("io")),
            new InvocationTargetException(new Exception("target"), "invocation"),
            new ExecutionException("execution", new Exception("inner")),
            new URISyntaxException("input", "reason", 3),
            new DateTimeParseException("bad", "text", 4),
            new DateTimeException("date"),
            new MissingResourceException("missing", "class", "key"),
            new ClassNotFoundException("name", new Exception("inside")),
            new ExceptionInInitializerError(new Exception("inside")),
            new SQLException("sql", "state", 42),
            withComputedMessage(),
            new PatternSyntaxException("description", "a(b", 1),
            new MalformedInputException(3),
            new UnknownFormatConversionException("%q"),
            rich.getStackTrace()[0])
        .map(value ->
            value instanceof Throwable throwable
                ? Sample.of(throwable, StateSamples::everything)
                : Sample.of(value))
        .toList();
  }

  /// A `NullPointerException` whose message the JVM computes from the code that threw it.
  private static NullPointerException withComputedMessage() {
    int[][] rows = new int[1][];
    return assertThrows(NullPointerException.class, () -> rows[0][0]++);
  }

  /// The stack trace as printed, with causes and suppressed exceptions, and hidden state.
  public static Object everything(Throwable throwable) {
    StringWriter text = new StringWriter();
    throwable.printStackTrace(new PrintWriter(text));
    List<Object> all = new ArrayList<>();
    all.add(text.toString());
    for (Throwable t = throwable; t != null; t = t.getCause()) {
      all.add(t.getClass());
      all.add(String.valueOf(t.getMessage()));
      all.add(Arrays.asList(t.getStackTrace()));
      all.add(Stream.of(t.getSuppressed()).map(StateSamples::everything).toList());
      switch (t) {
        case NoSuchFileException e -> all.add(e.getFile() + e.getOtherFile() + e.getReason());
        case URISyntaxException e -> all.add(e.getInput() + e.getReason() + e.getIndex());
        case DateTimeParseException e -> all.add(e.getParsedString() + e.getErrorIndex());
        case MissingResourceException e -> all.add(e.getClassName() + e.getKey());
        case SQLException e -> all.add(e.getSQLState() + e.getErrorCode());
        default -> {}
      }
    }
    return all;
  }
}
