// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import java.lang.foreign.MemorySegment;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Explains errors by the header of a frame: libzstd reports the kind of an error, but neither the
/// window nor the dictionary that the frame needs.
final class FrameErrors {

  private static final int WINDOW_LOG_MAX = 31; // ZSTD_WINDOWLOG_MAX_64

  private FrameErrors() {}

  /// Returns the failure for an error that the header of a frame explains; null if it does not.
  ///
  /// @param header contains the header at the offset; may be truncated
  /// @param place the offset of the frame, for the message
  static @Nullable CodecFailure explain(
      long result, MemorySegment header, long offset, long place, DecompressSettings settings) {
    if (result != ZstdErrors.FRAME_PARAMETER_WINDOW_TOO_LARGE
        && result != ZstdErrors.DICTIONARY_WRONG) {
      return null;
    }
    long descriptorAt = offset + (settings.magicless ? 0 : FrameLayout.MAGIC_LENGTH);
    if (header.byteSize() <= descriptorAt) {
      return null;
    }
    int descriptor = FrameLayout.u8(header, descriptorAt);
    if (header.byteSize() - descriptorAt < FrameLayout.headerLength(descriptor)) {
      return null;
    }
    return result == ZstdErrors.DICTIONARY_WRONG
        ? wrongDictionary(
            FrameLayout.dictionaryId(header, descriptorAt, descriptor), place, settings)
        : tooLarge(FrameLayout.windowSize(header, descriptorAt, descriptor), place, settings);
  }

  private static CodecFailure tooLarge(long window, long place, DecompressSettings settings) {
    int log = Long.SIZE - Long.numberOfLeadingZeros(window - 1);
    String way =
        log > WINDOW_LOG_MAX
            ? "no setting allows that"
            : "allow it with ZstdOptions.withDecompressWindowLogMax(%d), or --long on the command line"
                .formatted(log);
    return new CodecFailure(
        Reason.LIMIT_EXCEEDED,
        "the zstd frame at offset=%d needs a window of %d bytes, but %d are allowed: %s"
            .formatted(place, window, 1L << settings.windowLogMax, way),
        place);
  }

  private static CodecFailure wrongDictionary(int id, long place, DecompressSettings settings) {
    return new CodecFailure(
        Reason.WRONG_DICTIONARY,
        "the zstd frame at offset=%d needs the dictionary with id=%s, %s"
            .formatted(place, Integer.toUnsignedString(id), given(settings)),
        place);
  }

  private static String given(DecompressSettings settings) {
    if (settings.hasOthers()) {
      return "but the given ones have "
          + IntStream.concat(IntStream.of(knownId(settings)), IntStream.of(settings.otherIds))
              .filter(id -> id != 0)
              .mapToObj(id -> "id=" + Integer.toUnsignedString(id))
              .collect(Collectors.joining(", "));
    }
    DigestedDictionary dictionary = settings.dictionary;
    if (dictionary == null) {
      return "but none was given";
    }
    try {
      int id = dictionary.id();
      return id == 0
          ? "but the given one has no id"
          : "but the given one has id=" + Integer.toUnsignedString(id);
    } catch (IllegalStateException e) {
      return "but another one was given"; // which is closed by now
    }
  }

  /// Returns the failure for a frame of a range that states another dictionary; null if there is
  /// none.
  static @Nullable CodecFailure wrongDictionary(
      MemorySegment source, long start, long end, DecompressSettings settings) {
    if (settings.magicless) {
      return explain(ZstdErrors.DICTIONARY_WRONG, source, start, start, settings);
    }
    int known = knownId(settings);
    try {
      for (long offset = start; offset < end; ) {
        FrameInfo frame = FrameInfo.at(source, offset);
        int id = frame.dictionaryId();
        if (id != 0 && id != known && settings.forDictionary(id) == settings) {
          return wrongDictionary(frame.dictionaryId(), offset, settings);
        }
        offset += frame.length();
      }
    } catch (CodecFailure | IndexOutOfBoundsException e) {
      // Another thread changed the source; the error of libzstd has to suffice.
    }
    return null;
  }

  private static int knownId(DecompressSettings settings) {
    try {
      return settings.dictionary == null ? 0 : settings.dictionary.id();
    } catch (IllegalStateException e) {
      return 0;
    }
  }
}
