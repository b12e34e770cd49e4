// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import dev.segue.compression.natives.Guard;
import dev.segue.compression.natives.NativeMemory;
import dev.segue.compression.natives.Rethrow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A dictionary in native memory, and what libzstd makes of it: one `ZSTD_DDict`, and a
/// `ZSTD_CDict` for every level it is used at. They refer to that memory, they don't copy it.
///
/// Every use is between [#acquire] and [#release]; closing waits for none of them, the last one
/// frees. Memory in an arena of the caller's is not freed here: calls are given a segment of that
/// arena ([#inItsArena]), so it can't be closed under a call, and calls after it was closed throw.
public final class DigestedDictionary {

  private record Digest(int level, MemorySegment address) {}

  private final MemorySegment content;
  private final @Nullable Arena arena;
  private final Guard guard = new Guard("dictionary", this::free);
  private final List<Digest> compressDigests = new ArrayList<>();
  private final boolean levelIsFixed;
  private MemorySegment decompressDigest = MemorySegment.NULL;
  private long accounted;

  /// Copies a dictionary.
  public DigestedDictionary(MemorySegment source) {
    arena = null;
    levelIsFixed = false;
    content = NativeMemory.allocate(source.byteSize());
    try {
      content.copyFrom(source);
    } catch (RuntimeException e) {
      NativeMemory.free(content);
      throw e;
    }
  }

  /// Refers to a dictionary.
  ///
  /// @param source native memory of the arena
  public DigestedDictionary(MemorySegment source, Arena arena) {
    this.arena = arena;
    this.content = source;
    this.levelIsFixed = false;
  }

  /// Copies and digests a dictionary into an arena, for one level, and takes no other memory.
  public DigestedDictionary(MemorySegment source, Arena arena, int level) {
    this.arena = arena;
    this.content = arena.allocate(source.byteSize()).copyFrom(source);
    this.levelIsFixed = true;
    compressDigests.add(new Digest(level, StaticDictionary.forCompression(content, arena, level)));
    decompressDigest = StaticDictionary.forDecompression(content, arena);
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

  /// Whether its memory is freed by an arena that is not ours.
  boolean isInCallersArena() {
    return arena != null;
  }

  /// A segment at the same address that belongs to the arena of this dictionary, if that is not
  /// ours: a call that is given it holds the arena.
  @SuppressWarnings("restricted")
  MemorySegment inItsArena(MemorySegment segment) {
    return arena == null
        ? segment
        : MemorySegment.ofAddress(segment.address()).reinterpret(segment.byteSize(), arena, null);
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
    if (arena == null) {
      NativeMemory.free(content);
    }
  }
}
