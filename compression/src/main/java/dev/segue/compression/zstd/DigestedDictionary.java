// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import dev.segue.compression.natives.Guard;
import dev.segue.compression.natives.NativeMemory;
import dev.segue.compression.natives.Rethrow;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/// A dictionary in native memory, and what libzstd makes of it: one `ZSTD_DDict`, and a
/// `ZSTD_CDict` for every level it is used at. They refer to that memory, they don't copy it.
///
/// Every use is between [#acquire] and [#release]; closing waits for none of them, the last one
/// frees.
public final class DigestedDictionary {

  private final MemorySegment content;
  private final Guard guard = new Guard("dictionary", this::free);
  private final Map<Integer, Long> compressDigests = new HashMap<>();
  private long decompressDigest;
  private long accounted;

  /// Copies a dictionary.
  public DigestedDictionary(MemorySegment source) {
    content = NativeMemory.allocate(source.byteSize());
    try {
      content.copyFrom(source);
    } catch (RuntimeException e) {
      NativeMemory.free(content);
      throw e;
    }
  }

  /// The id in its header; 0 when it has none, as raw content has none.
  public int id() {
    guard.acquire();
    try {
      return (int) DictionaryBindings.GET_DICT_ID.invokeExact(content, content.byteSize());
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    } finally {
      guard.release();
    }
  }

  /// Length in bytes.
  public long byteSize() {
    return content.byteSize();
  }

  /// Copies the dictionary out.
  public void copyTo(MemorySegment destination) {
    guard.acquire();
    try {
      destination.copyFrom(content);
    } finally {
      guard.release();
    }
  }

  /// Begins a use.
  public void acquire() {
    guard.acquire();
  }

  /// Ends a use.
  public void release() {
    guard.release();
  }

  /// Forbids new uses, and frees once the last one ends.
  public void close() {
    guard.close();
  }

  /// The `ZSTD_CDict` for a level; only between [#acquire] and [#release].
  synchronized long forCompression(int level) {
    return compressDigests.computeIfAbsent(level, this::digest);
  }

  /// The `ZSTD_DDict`; only between [#acquire] and [#release].
  synchronized long forDecompression() {
    if (decompressDigest == 0) {
      try {
        decompressDigest =
            (long)
                DictionaryBindings.CREATE_DDICT_BY_REFERENCE.invokeExact(
                    content, content.byteSize());
        requireCreated(decompressDigest);
        account((long) DictionaryBindings.SIZEOF_DDICT.invokeExact(decompressDigest));
      } catch (Throwable t) {
        throw Rethrow.unchecked(t);
      }
    }
    return decompressDigest;
  }

  private long digest(int level) {
    try {
      long digest =
          (long)
              DictionaryBindings.CREATE_CDICT_BY_REFERENCE.invokeExact(
                  content, content.byteSize(), level);
      requireCreated(digest);
      account((long) DictionaryBindings.SIZEOF_CDICT.invokeExact(digest));
      return digest;
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  private static void requireCreated(long digest) {
    if (digest == 0) {
      throw ZstdErrors.exception(
          ZstdErrors.DICTIONARY_CORRUPTED, "reading the tables of a dictionary", -1);
    }
  }

  private void account(long bytes) {
    NativeMemory.account(bytes);
    accounted += bytes;
  }

  private synchronized void free() {
    try {
      for (long digest : compressDigests.values()) {
        ZstdErrors.check(
            (long) DictionaryBindings.FREE_CDICT.invokeExact(digest), "freeing a dictionary");
      }
      if (decompressDigest != 0) {
        ZstdErrors.check(
            (long) DictionaryBindings.FREE_DDICT.invokeExact(decompressDigest),
            "freeing a dictionary");
      }
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
    NativeMemory.account(-accounted);
    NativeMemory.free(content);
  }
}
