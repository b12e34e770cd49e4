// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import dev.segue.compression.internal.engine.CodecFailure;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// A loaded native library: its origin and its functions.
///
/// It stays loaded until the JVM exits, so function handles remain valid.
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

  /// Returns a description of where the library was loaded from.
  public String origin() {
    return origin;
  }

  /// Returns the version, if the library has a function for it.
  public Optional<String> version() {
    return LibraryVersion.of(name, this);
  }

  /// Describes the library: name, version if known, and origin.
  public String describe() {
    return "lib" + name + version().map(version -> " " + version).orElse("") + ", " + origin;
  }

  /// Links a required function.
  public MethodHandle link(
      String function, FunctionDescriptor descriptor, Linker.Option... options) {
    return linkIfPresent(function, descriptor, options)
        .orElseThrow(() ->
            new CodecFailure(
                CodecFailure.Reason.LIBRARY_NOT_FOUND,
                "lib%s (%s) has no function %s: it is too old or a different library"
                    .formatted(name, origin, function)));
  }

  /// Links a function that some versions of the library lack.
  @SuppressWarnings("restricted")
  public Optional<MethodHandle> linkIfPresent(
      String function, FunctionDescriptor descriptor, Linker.Option... options) {
    Optional<MemorySegment> address = symbols.find(function);
    return address.map(symbol -> LINKER.downcallHandle(symbol, descriptor, options));
  }
}
