// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.BorrowedScope;
import dev.segue.compression.internal.natives.Guard;
import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.internal.natives.Rethrow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// A dictionary in native memory, and what libzstd makes of it: one `ZSTD_DDict`, and a
/// `ZSTD_CDict` for every level it is used at. They refer to that memory, they don't copy it.
///
/// Every use is between [#acquire] and [#release]; closing waits for none of them, the last one
/// frees. Memory of the caller's is not freed here: calls are given a segment of its scope
/// ([#inItsScope]), so its arena can't be closed under a call, and calls after that throw.
public final class DigestedDictionary {

  private record Digest(int level, MemorySegment address) {}

  private final MemorySegment content;
  private final boolean borrowed;
  private final Guard guard = new Guard("dictionary", this::free);
  private final List<Digest> compressDigests = new ArrayList<>();
  private final boolean levelIsFixed;
  private MemorySegment decompressDigest = MemorySegment.NULL;
  private long accounted;

  /// Copies a dictionary.
  public DigestedDictionary(MemorySegment source) {
    borrowed = false;
    levelIsFixed = false;
    content = NativeMemory.allocate(source.byteSize());
    try {
      content.copyFrom(source);
    } catch (RuntimeException e) {
      NativeMemory.free(content);
      throw e;
    }
  }

  private DigestedDictionary(MemorySegment content, boolean levelIsFixed) {
    this.borrowed = true;
    this.content = content;
    this.levelIsFixed = levelIsFixed;
  }

  /// Refers to a dictionary in native memory.
  public static DigestedDictionary referringTo(MemorySegment content) {
    return new DigestedDictionary(content, false);
  }

  /// Copies and digests a dictionary into an arena, for one level, and takes no other memory.
  public static DigestedDictionary in(Arena arena, MemorySegment source, int level) {
    MemorySegment content = arena.allocate(source.byteSize()).copyFrom(source);
    DigestedDictionary made = new DigestedDictionary(content, true);
    made.compressDigests.add(
        new Digest(level, StaticDictionary.forCompression(content, arena, level)));
    made.decompressDigest = StaticDictionary.forDecompression(content, arena);
    return made;
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

  /// Copies the dictionary out, or as much of it as there is room for.
  public void copyTo(MemorySegment destination) {
    guard.acquire();
    try {
      long length = Math.min(destination.byteSize(), content.byteSize());
      MemorySegment.copy(content, 0, destination, 0, length);
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

  /// Whether its memory is the caller's, and freed by someone else.
  boolean isBorrowed() {
    return borrowed;
  }

  /// Whether all of it is in an arena of the caller's, so that there is nothing to free.
  public boolean isInArena() {
    return levelIsFixed;
  }

  /// A segment at the same address that lives as long as this dictionary's memory, if that is the
  /// caller's: a call that is given it holds that memory.
  MemorySegment inItsScope(MemorySegment segment) {
    return borrowed ? BorrowedScope.at(segment.address(), segment.byteSize(), content) : segment;
  }

  /// The `ZSTD_CDict` for a level; only between [#acquire] and [#release].
  synchronized MemorySegment forCompression(int level) {
    for (int i = 0; i < compressDigests.size(); i++) {
      Digest digest = compressDigests.get(i);
      if (digest.level == level) {
        return digest.address;
      }
    }
    if (levelIsFixed) {
      throw new IllegalArgumentException(
          "the dictionary was digested for level=%d, the options have level=%d"
              .formatted(compressDigests.getFirst().level, level));
    }
    Digest digest = new Digest(level, digest(level));
    compressDigests.add(digest);
    return digest.address;
  }

  /// The `ZSTD_DDict`; only between [#acquire] and [#release].
  synchronized MemorySegment forDecompression() {
    if (decompressDigest.address() == 0) {
      try {
        long digest =
            (long)
                DictionaryBindings.CREATE_DDICT_BY_REFERENCE.invokeExact(
                    content, content.byteSize());
        requireCreated(digest);
        decompressDigest = MemorySegment.ofAddress(digest);
        account((long) DictionaryBindings.SIZEOF_DDICT.invokeExact(digest));
      } catch (Throwable t) {
        throw Rethrow.unchecked(t);
      }
    }
    return decompressDigest;
  }

  private MemorySegment digest(int level) {
    try {
      long digest =
          (long)
              DictionaryBindings.CREATE_CDICT_BY_REFERENCE.invokeExact(
                  content, content.byteSize(), level);
      requireCreated(digest);
      account((long) DictionaryBindings.SIZEOF_CDICT.invokeExact(digest));
      return MemorySegment.ofAddress(digest);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  static void requireCreated(long digest) {
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
    if (levelIsFixed) {
      return; // all of it is in the caller's arena
    }
    try {
      for (Digest digest : compressDigests) {
        ZstdErrors.check(
            (long) DictionaryBindings.FREE_CDICT.invokeExact(digest.address.address()),
            "freeing a dictionary");
      }
      if (decompressDigest.address() != 0) {
        ZstdErrors.check(
            (long) DictionaryBindings.FREE_DDICT.invokeExact(decompressDigest.address()),
            "freeing a dictionary");
      }
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
    NativeMemory.account(-accounted);
    if (!borrowed) {
      NativeMemory.free(content);
    }
  }
}
