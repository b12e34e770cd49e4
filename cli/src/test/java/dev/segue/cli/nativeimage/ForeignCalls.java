// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.nativeimage;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Replaces the methods of [Linker] and records the foreign calls that are linked, in the format of
/// GraalVM's metadata. Classes defined by a [RecordingLoader] call it.
public final class ForeignCalls {

  static final SortedSet<String> DOWNCALLS = new TreeSet<>();
  static final SortedSet<String> UPCALLS = new TreeSet<>();

  private ForeignCalls() {}

  @SuppressWarnings("restricted")
  public static MethodHandle downcallHandle(
      Linker linker, MemorySegment symbol, FunctionDescriptor function, Linker.Option... options) {
    StringBuilder call = new StringBuilder(describe(function));
    for (Linker.Option option : options) {
      call.append(" ").append(describe(option));
    }
    DOWNCALLS.add(call.toString());
    return linker.downcallHandle(symbol, function, options);
  }

  @SuppressWarnings("restricted")
  public static MemorySegment upcallStub(
      Linker linker,
      MethodHandle target,
      FunctionDescriptor function,
      Arena arena,
      Linker.Option... options) {
    UPCALLS.add(describe(function));
    return linker.upcallStub(target, function, arena, options);
  }

  private static String describe(FunctionDescriptor function) {
    return function.returnLayout().map(ForeignCalls::describe).orElse("void")
        + function.argumentLayouts().stream()
            .map(ForeignCalls::describe)
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String describe(MemoryLayout layout) {
    return switch (layout) {
      case AddressLayout _ -> "void*";
      case ValueLayout value -> "j" + value.carrier().getSimpleName();
      case PaddingLayout padding -> "padding(" + padding.byteSize() + ")";
      case StructLayout struct ->
          struct.memberLayouts().stream()
              .map(ForeignCalls::describe)
              .collect(Collectors.joining(", ", "struct(", ")"));
      default -> throw new IllegalArgumentException("layout=" + layout);
    };
  }

  private static String describe(Linker.Option option) {
    if (option.equals(Linker.Option.critical(true))) {
      return "critical with heap";
    }
    if (option.equals(Linker.Option.critical(false))) {
      return "critical";
    }
    for (int i = 0; i < 8; i++) {
      if (option.equals(Linker.Option.firstVariadicArg(i))) {
        return "variadic from " + i;
      }
    }
    if (option.equals(Linker.Option.captureCallState("errno"))) {
      return "captures";
    }
    throw new IllegalArgumentException("option=" + option);
  }
}
