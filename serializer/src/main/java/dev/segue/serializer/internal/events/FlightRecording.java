// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.events;

import java.util.List;
import java.util.WeakHashMap;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import org.jspecify.annotations.Nullable;

/// Waits for Flight Recorder to start, so that no call has to check whether it is running.
public final class FlightRecording {

  private static final boolean IS_PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  /// Whether this class's loader lives as long as the JVM. The recorder never removes a listener,
  /// which would keep any other class loader and its classes reachable.
  @SuppressWarnings("ReferenceEquality") // of class loaders
  private static final boolean MAY_LISTEN =
      FlightRecording.class.getClassLoader() == ClassLoader.getSystemClassLoader();

  /// The parts that wait for the recorder to start; also the lock for the state of this class.
  private static final WeakHashMap<Recordable, Boolean> WAITING = new WeakHashMap<>();

  private static boolean isListening;
  private static boolean hasStarted;

  private FlightRecording() {}

  /// A part of a serializer that can record events. It is held weakly while it waits.
  public interface Recordable {

    /// Records events from now on. May be called in any thread.
    void startRecording();
  }

  /// Calls [Recordable#startRecording] when Flight Recorder starts; or immediately, if it has
  /// already started or its start cannot be observed. Does nothing in a JVM without the module
  /// `jdk.jfr`.
  public static void await(Recordable part) {
    if (!IS_PRESENT) {
      return;
    }
    if (!MAY_LISTEN) {
      part.startRecording();
      return;
    }
    boolean isFirst;
    boolean isLate;
    synchronized (WAITING) {
      isFirst = !isListening;
      isListening = true;
      isLate = hasStarted;
      if (!isLate) {
        WAITING.put(part, true);
      }
    }
    if (isLate) {
      part.startRecording();
    } else if (isFirst) {
      Start.await(); // Outside the lock, since the recorder has its own.
    }
  }

  /// Starts an event for a payload that is written.
  ///
  /// @return the event, or null if no recording wants it
  public static @Nullable SerializeEvent beginSerialize() {
    return FlightRecorder.isInitialized() ? SerializeEvent.beginIfEnabled() : null;
  }

  /// Starts an event for a payload that is read.
  ///
  /// @return the event, or null if no recording wants it
  public static @Nullable DeserializeEvent beginDeserialize() {
    return FlightRecorder.isInitialized() ? DeserializeEvent.beginIfEnabled() : null;
  }

  /// A separate class, since its supertype may be missing.
  private static final class Start implements FlightRecorderListener {

    static void await() {
      FlightRecorder.addListener(new Start());
    }

    @Override
    public void recorderInitialized(FlightRecorder recorder) {
      List<Recordable> parts;
      synchronized (WAITING) {
        hasStarted = true;
        parts = List.copyOf(WAITING.keySet());
        WAITING.clear();
      }
      for (Recordable part : parts) {
        part.startRecording();
      }
    }
  }
}
