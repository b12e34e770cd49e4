// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.Signatures;
import java.lang.foreign.MemorySegment;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Explains errors with the help of a frame's header. libzstd reports the kind of an error, but not
/// the window or the dictionary that the frame needs, nor whether a larger destination would help.
final class FrameErrors {

  private static final int WINDOW_LOG_MAX = 31; // ZSTD_WINDOWLOG_MAX_64

  private FrameErrors() {}

  /// Returns the failure for an error when decompressing a frame in one call.
  ///
  /// @param start the offset of the frame in the source; the structure of the frame is valid
  /// @param capacity the room for the content of the frame
  static CodecFailure ofFrame(
      long result,
      MemorySegment source,
      long start,
      long end,
      long capacity,
      DecompressSettings settings) {
    MemorySegment header =
        source.asSlice(start, Math.min(end - start, FrameLayout.FRAME_HEADER_LENGTH_MAX));
    // A frame with a valid structure has the wrong size if one of its blocks is larger than all
    // content.
    if (result == ZstdErrors.SOURCE_SIZE_WRONG
        || (result == ZstdErrors.DESTINATION_TOO_SMALL
            && capacity >= FrameScanner.contentBound(source, start, end, settings.magicless))) {
      return withHint(overfull(header, start, settings), header, settings, false);
    }
    CodecFailure explained = explain(result, header, start, settings);
    if (explained != null) {
      return explained;
    }
    String action = "decompressing %d bytes into %d".formatted(end - start, capacity);
    CodecFailure failure = ZstdErrors.failure(result, action, start);
    if (failure.reason() == Reason.MALFORMED_INPUT) {
      failure =
          new CodecFailure(
              Reason.MALFORMED_INPUT,
              "malformed zstd frame at offset=%d: its content is corrupt (%s)"
                  .formatted(start, ZstdLibrary.errorName(result)),
              start);
    }
    return withHint(failure, header, settings, false);
  }

  /// Returns the failure for input that does not start like a frame.
  ///
  /// @param place the offset of the input for the message
  static CodecFailure noFrame(MemorySegment source, long offset, long end, long place) {
    return Signatures.isZstdLegacy(source, offset, end)
        ? new CodecFailure(
            Reason.UNSUPPORTED,
            ("the frame at offset=%d is of zstd 0.7 or older, which is not supported: decompress it"
                    + " with a zstd command that has legacy support")
                .formatted(place),
            place)
        : new CodecFailure(
            Reason.MALFORMED_INPUT,
            "malformed zstd input at offset=%d: not a zstd frame (wrong magic number)%s"
                .formatted(place, Signatures.hint(source, offset, end)),
            place);
  }

  /// Returns the failure for a frame whose content is impossibly long.
  ///
  /// @param header the start of the frame, which may be truncated
  /// @param place the offset of the frame, for the message
  static CodecFailure overfull(MemorySegment header, long place, DecompressSettings settings) {
    long stated = statedContent(header, settings);
    String limit =
        stated >= 0
            ? "the content is longer than the %d bytes that its header states".formatted(stated)
            : "a block has more content than the header allows";
    return new CodecFailure(
        Reason.MALFORMED_INPUT,
        "malformed zstd frame at offset=%d: %s".formatted(place, limit),
        place);
  }

  /// Adds to a failure that the dictionary may be the wrong one, since libzstd cannot distinguish
  /// that from damage.
  ///
  /// @param header the start of the frame, which may be truncated
  static CodecFailure withHint(
      CodecFailure failure, MemorySegment header, DecompressSettings settings, boolean isPrefixed) {
    if (failure.reason() != Reason.MALFORMED_INPUT
        && failure.reason() != Reason.CHECKSUM_MISMATCH) {
      return failure;
    }
    int id = isWhole(header, settings) ? dictionaryId(header, settings) : 0;
    String hint;
    if (isPrefixed) {
      hint = "; it may have been compressed with another prefix";
    } else if (settings.forDictionary(id).dictionary == null) {
      return failure;
    } else if (id == 0) {
      hint = "; it may have been compressed with another dictionary";
    } else {
      hint =
          "; it may have been compressed with another dictionary that has id=%s, too"
              .formatted(Integer.toUnsignedString(id));
    }
    return new CodecFailure(failure.reason(), failure.getMessage() + hint, failure.offset());
  }

  private static long descriptorAt(DecompressSettings settings) {
    return settings.magicless ? 0 : FrameLayout.MAGIC_LENGTH;
  }

  private static boolean isWhole(MemorySegment header, DecompressSettings settings) {
    long left = header.byteSize() - descriptorAt(settings);
    return left > 0 && left >= FrameLayout.headerLength(descriptor(header, settings));
  }

  private static int descriptor(MemorySegment header, DecompressSettings settings) {
    return FrameLayout.u8(header, descriptorAt(settings));
  }

  private static int dictionaryId(MemorySegment header, DecompressSettings settings) {
    return FrameLayout.dictionaryId(header, descriptorAt(settings), descriptor(header, settings));
  }

  /// Returns the content size in a header; [FrameScanner#UNKNOWN] if there is none.
  static long statedContent(MemorySegment header, DecompressSettings settings) {
    return isWhole(header, settings)
        ? FrameLayout.contentSize(header, descriptorAt(settings), descriptor(header, settings))
        : FrameScanner.UNKNOWN;
  }

  /// Returns the failure for an error that the header of a frame explains; null if it does not.
  ///
  /// @param place the offset of the frame, for the message
  static @Nullable CodecFailure explain(
      long result, MemorySegment header, long place, DecompressSettings settings) {
    if (!isWhole(header, settings)) {
      return null;
    }
    if (result == ZstdErrors.DICTIONARY_WRONG) {
      return wrongDictionary(dictionaryId(header, settings), place, settings);
    }
    return result == ZstdErrors.FRAME_PARAMETER_WINDOW_TOO_LARGE
        ? tooLarge(
            FrameLayout.windowSize(header, descriptorAt(settings), descriptor(header, settings)),
            place,
            settings)
        : null;
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

  private static int knownId(DecompressSettings settings) {
    try {
      return settings.dictionary == null ? 0 : settings.dictionary.id();
    } catch (IllegalStateException e) {
      return 0;
    }
  }
}
