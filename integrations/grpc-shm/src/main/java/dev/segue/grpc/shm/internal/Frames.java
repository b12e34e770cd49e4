// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import io.grpc.Status;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The layout of frames. A record of a lane contains one or more, each at a multiple of 8 bytes.
///
/// ```text
///    0  long  bits 0-47: call; bits 48-55: type; bits 56-63: flags
///    8  int   length of the body
///   12  int   value, whose meaning depends on the type
///   16        body, and up to 7 bytes to the next multiple of 8
/// ```
///
/// Numbers are in the byte order of the host.
public final class Frames {

  /// The server's first frame: its settings.
  public static final int SETTINGS = 1;

  /// The headers of a call.
  public static final int REQUEST = 2;

  /// The response headers of a call.
  public static final int RESPONSE = 3;

  /// A message or a piece of one. The value is the length of the whole message.
  public static final int MESSAGE = 4;

  /// The client sends no more messages.
  public static final int HALF_CLOSE = 5;

  /// The end of a call, with its status code as the value.
  public static final int STATUS = 6;

  /// The client is no longer interested in a call.
  public static final int CANCEL = 7;

  /// Grants credit: the peer may send as many more bytes of messages as the value.
  public static final int CREDIT = 8;

  /// The server accepts no more calls.
  public static final int GO_AWAY = 9;

  /// The peer ends the connection and all its calls; the value is their status code.
  public static final int CLOSE = 10;

  /// Flag of {@link #MESSAGE}: the message is compressed.
  public static final int COMPRESSED = 1;

  /// Flag of {@link #MESSAGE}: more pieces of the message follow.
  public static final int MORE = 2;

  /// Flag of {@link #STATUS}: the server ended the call because its deadline had passed.
  public static final int DEADLINE = 1;

  /// Flag of {@link #STATUS}: the server has not started the call.
  public static final int REFUSED = 2;

  /// Flag of {@link #CLOSE}: the server has sent the status of each call that it has started.
  public static final int ANSWERED = 1;

  /// The length of a frame's header.
  public static final int HEADER_LENGTH = 16;

  /// The greatest call number.
  public static final long MAX_CALL = (1L << 48) - 1;

  /// The maximum length of the reason for the end of a connection, in characters.
  private static final int MAX_REASON = 1000;

  static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int TYPE_SHIFT = 48;
  private static final int FLAGS_SHIFT = 56;
  private static final int BYTE = 0xff;
  private static final long INT = 0xffff_ffffL;

  private Frames() {}

  /// Writes the header of a frame.
  public static void putHeader(
      MemorySegment memory, long offset, long call, int typeAndFlags, int length, int value) {
    memory.set(WORD, offset, call | ((long) typeAndFlags << TYPE_SHIFT));
    memory.set(WORD, offset + Long.BYTES, (length & INT) | ((long) value << Integer.SIZE));
  }

  /// Combines a type and flags for {@link #putHeader}.
  public static int typeAndFlags(int type, int flags) {
    return type | (flags << (FLAGS_SHIFT - TYPE_SHIFT));
  }

  /// A frame of type {@link #CLOSE}.
  ///
  /// @param code status code of open calls
  /// @param reason the description of that status; a long one is truncated
  /// @param flags 0 or {@link #ANSWERED}
  public static byte[] close(Status.Code code, String reason, int flags) {
    String text = reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) : reason;
    return new BodyWriter().begin().putString(text).end(0, CLOSE, flags, code.value()).toBytes();
  }

  /// The length of a frame with its padding.
  public static long frameLength(long bodyLength) {
    return HEADER_LENGTH + ((bodyLength + 7) & -8);
  }

  static long call(long word) {
    return word & MAX_CALL;
  }

  static int type(long word) {
    return (int) (word >>> TYPE_SHIFT) & BYTE;
  }

  static int flags(long word) {
    return (int) (word >>> FLAGS_SHIFT);
  }

  static int length(long word) {
    return (int) word;
  }

  static int value(long word) {
    return (int) (word >>> Integer.SIZE);
  }
}
