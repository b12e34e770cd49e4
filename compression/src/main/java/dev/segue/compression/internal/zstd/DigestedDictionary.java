// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.BorrowedScope;
import dev.segue.compression.internal.natives.Guard;
import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/// A dictionary in native memory, with its digested forms: one `ZSTD_DDict`, and a `ZSTD_CDict` for
/// each level that is used. Both refer to that memory instead of copying it.
///
/// Every use is between [#acquire] and [#release]. Closing does not wait for uses; the end of the
/// last one frees the memory. Memory of the caller is not freed here. Calls get a segment with the
/// scope of that memory ([#inItsScope]), so its arena cannot be closed during a call, and later
/// calls throw.
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

  /// Creates a dictionary that refers to native memory.
  public static DigestedDictionary referringTo(MemorySegment content) {
    return new DigestedDictionary(content, false);
  }

  /// Copies and digests a dictionary into an arena, for one level. Takes no other memory.
  public static DigestedDictionary in(Arena arena, MemorySegment source, int level) {
    MemorySegment content = arena.allocate(source.byteSize()).copyFrom(source);
    DigestedDictionary made = new DigestedDictionary(content, true);
    made.compressDigests.add(
        new Digest(level, StaticDictionary.forCompression(content, arena, level)));
    made.decompressDigest = StaticDictionary.forDecompression(content, arena);
    return made;
  }

  /// Returns the id in the header; 0 if there is none, as in raw content.
  public int id() {
    guard.acquire();
    try {
      return NativeCall.asInt(
          () -> (int) DictionaryBindings.GET_DICT_ID.invokeExact(content, content.byteSize()));
    } finally {
      guard.release();
    }
  }

  /// Returns the length in bytes.
  public long byteSize() {
    return content.byteSize();
  }

  /// Copies the dictionary, or the start of it that fits.
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

  /// Prevents new uses, and frees the memory when the last use ends.
  public void close() {
    guard.close();
  }

  /// Returns whether the memory belongs to the caller, who frees it.
  boolean isBorrowed() {
    return borrowed;
  }

  /// Returns whether everything is in the caller's arena, so that there is nothing to free.
  public boolean isInArena() {
    return levelIsFixed;
  }

  /// Returns a segment at the same address. If the memory of this dictionary belongs to the caller,
  /// the segment has the scope of that memory, so a native call with it holds that memory.
  MemorySegment inItsScope(MemorySegment segment) {
    return borrowed ? BorrowedScope.at(segment.address(), segment.byteSize(), content) : segment;
  }

  /// Returns the `ZSTD_CDict` for a level, valid between [#acquire] and [#release].
  synchronized MemorySegment forCompression(int level) {
    for (int i = 0; i < compressDigests.size(); i++) {
      Digest digest = compressDigests.get(i);
      if (digest.level == level) {
        return digest.address;
      }
    }
    if (levelIsFixed) {
      throw new IllegalArgumentException(
          "the dictionary was digested for level=%d, but the options have level=%d; use equal levels"
              .formatted(compressDigests.getFirst().level, level));
    }
    Digest digest = new Digest(level, digest(level));
    compressDigests.add(digest);
    return digest.address;
  }

  /// Returns the `ZSTD_DDict`, valid between [#acquire] and [#release].
  synchronized MemorySegment forDecompression() {
    if (decompressDigest.address() == 0) {
      long digest =
          NativeCall.asLong(() ->
              (long)
                  DictionaryBindings.CREATE_DDICT_BY_REFERENCE.invokeExact(
                      content, content.byteSize()));
      requireCreated(digest);
      decompressDigest = MemorySegment.ofAddress(digest);
      account(NativeCall.asLong(() -> (long) DictionaryBindings.SIZEOF_DDICT.invokeExact(digest)));
    }
    return decompressDigest;
  }

  private MemorySegment digest(int level) {
    long digest =
        NativeCall.asLong(() ->
            (long)
                DictionaryBindings.CREATE_CDICT_BY_REFERENCE.invokeExact(
                    content, content.byteSize(), level));
    requireCreated(digest);
    account(NativeCall.asLong(() -> (long) DictionaryBindings.SIZEOF_CDICT.invokeExact(digest)));
    return MemorySegment.ofAddress(digest);
  }

  static void requireCreated(long digest) {
    if (digest == 0) {
      throw ZstdErrors.failure(
          ZstdErrors.DICTIONARY_CORRUPTED, "reading the tables of a dictionary");
    }
  }

  private void account(long bytes) {
    NativeMemory.account(bytes);
    accounted += bytes;
  }

  private synchronized void free() {
    if (levelIsFixed) {
      return; // the caller's arena frees everything
    }
    for (Digest digest : compressDigests) {
      free(DictionaryBindings.FREE_CDICT, digest.address);
    }
    if (decompressDigest.address() != 0) {
      free(DictionaryBindings.FREE_DDICT, decompressDigest);
    }
    NativeMemory.account(-accounted);
    if (!borrowed) {
      NativeMemory.free(content);
    }
  }

  private static void free(MethodHandle function, MemorySegment digest) {
    long result = NativeCall.asLong(() -> (long) function.invokeExact(digest.address()));
    ZstdErrors.check(result, "freeing a dictionary");
  }
}
