// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.OutOfBandContent;
import dev.segue.serializer.OutOfBandSegments;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Passes large contents out of band, and reads segments that are slices of the payload.
final class OutOfBandExample {

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Frame(String camera, int[] pixels, MemorySegment sound) {}

  private OutOfBandExample() {}

  @SuppressWarnings("ReferenceEquality") // compares identity
  public static void main(String[] args) {
    Serializer serializer =
        Serializer.builder()
            .register(Frame.class)
            .outOfBandThreshold(1024)
            .sliceSegments(true)
            .build();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment sound = arena.allocate(4000);
      sound.fill((byte) 9);
      Frame frame = new Frame("north", new int[1 << 20], sound);

      // The contents can be sent in any way, such as a gathering write, or stay within the process.
      MemorySegment memory = arena.allocate(10_000);
      List<OutOfBandContent> contents = new ArrayList<>();
      long length = serializer.writeOutOfBand(frame, memory, 0, contents::add);
      System.out.println("Payload of " + length + " bytes, and " + contents.size() + " contents");

      OutOfBandSegments shared = OutOfBandSegments.sharingArraysOf(contents);
      Frame same = serializer.read(memory, 0, Frame.class, shared);
      System.out.println("The same array: " + (same.pixels == frame.pixels));
      OutOfBandSegments copied = OutOfBandSegments.copyingArraysOf(contents);
      Frame other = serializer.read(memory, 0, Frame.class, copied);
      System.out.println("Another array: " + (other.pixels != frame.pixels));
      try {
        serializer.read(memory, 0, Frame.class);
      } catch (SerializationException e) {
        System.out.println(e.kind() + ": " + e.getMessage());
      }

      // A sound inside the payload is read as a slice of the payload.
      serializer.write(new Frame("south", new int[3], sound), memory, 0);
      Frame sliced = serializer.read(memory, 0, Frame.class);
      long distance = sliced.sound.address() - memory.address();
      byte first = sliced.sound.get(ValueLayout.JAVA_BYTE, 0);
      System.out.println("Sound within the payload: " + (distance > 0) + ", " + first);
    }
  }
}
