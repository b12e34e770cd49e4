// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import dev.segue.compression.internal.engine.CodecFailure;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// A loaded native library: where it came from, and its functions.
///
/// It stays loaded as long as the JVM runs, so that a function handle never dangles.
public final class NativeLibrary {

  private static final Linker LINKER = Linker.nativeLinker();

  private final String name;
  private final String origin;
  private final SymbolLookup symbols;

  NativeLibrary(String name, String origin, SymbolLookup symbols) {
    this.name = name;
    this.origin = origin;
    this.symbols = symbols;
  }

  /// Where the library was loaded from, in words.
  public String origin() {
    return origin;
  }

  /// The version, of libraries that have a function for it.
  public Optional<String> version() {
    return LibraryVersion.of(name, this);
  }

  /// Name, version where it is known, and origin, in words.
  public String describe() {
    return "lib" + name + version().map(version -> " " + version).orElse("") + ", " + origin;
  }

  /// A function that must be there.
  public MethodHandle link(
      String function, FunctionDescriptor descriptor, Linker.Option... options) {
    return linkIfPresent(function, descriptor, options)
        .orElseThrow(() ->
            new CodecFailure(
                CodecFailure.Reason.LIBRARY_NOT_FOUND,
                "lib%s (%s) has no function %s: is it another library, or too old?"
                    .formatted(name, origin, function)));
  }

  /// A function that some versions of the library lack.
  @SuppressWarnings("restricted")
  public Optional<MethodHandle> linkIfPresent(
      String function, FunctionDescriptor descriptor, Linker.Option... options) {
    Optional<MemorySegment> address = symbols.find(function);
    return address.map(symbol -> LINKER.downcallHandle(symbol, descriptor, options));
  }
}
