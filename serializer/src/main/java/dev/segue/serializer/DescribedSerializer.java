// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.compiler.PreparedFile;
import dev.segue.serializer.internal.evolution.LocalType;
import dev.segue.serializer.internal.evolution.SchemaCache;
import dev.segue.serializer.internal.history.Description;
import dev.segue.serializer.internal.history.Snapshot;
import dev.segue.serializer.internal.inspect.Explanation;
import dev.segue.serializer.internal.inspect.Inspection;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.view.ViewFactories;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The part of a [Serializer] that describes: the registered classes, the layouts of their objects,
/// and given payloads.
abstract sealed class DescribedSerializer permits StreamingSerializer {

  final Payload payload;
  final Reading reading;
  private final Assembly assembly;
  private final @Nullable SchemaCache schemas;

  /// The classes of [SerializerBuilder#register].
  private final KnownClasses registered;

  /// A description of the options.
  private final String options;

  /// Computed by the first call that needs it; racing threads compute the same value.
  private @Nullable Integer fingerprint;

  /// Created for the first view, since most serializers have none.
  private volatile @Nullable ViewFactories views;

  /// @param schemas the schemas of other writers; null if payloads carry none
  /// @param options a description of the options
  DescribedSerializer(
      Assembly assembly, @Nullable SchemaCache schemas, Reading reading, String options) {
    this.payload = reading.payload();
    this.reading = reading;
    this.assembly = assembly;
    this.schemas = schemas;
    this.registered = assembly.known();
    this.options = options;
  }

  final ViewFactories views() {
    ViewFactories made = views;
    return made == null ? firstOf(ViewAssembly.views(assembly, payload)) : made;
  }

  /// Keeps the first of the objects that racing threads have created.
  private ViewFactories firstOf(ViewFactories made) {
    synchronized (assembly) {
      ViewFactories first = views == null ? made : views;
      views = first;
      return first;
    }
  }

  /// The codecs of the registered classes, and the views that have been used, as class files.
  List<PreparedFile> prepare() {
    List<PreparedFile> files = new ArrayList<>(assembly.prepare());
    files.addAll(ViewAssembly.prepare(views()));
    return files;
  }

  /// The interfaces of the views that have been used.
  List<Class<?>> usedViews() {
    List<Class<?>> used = new ArrayList<>();
    views().plans().forEach(plan -> used.add(plan.view()));
    return used;
  }

  /// Returns the length of a payload, as stated in its header. A next payload would begin at its
  /// end.
  ///
  /// @param source the memory with the payload
  /// @param offset the offset of the payload in the source
  /// @return the length in bytes, which may be more than the source has
  /// @throws SerializationException if there is no payload header at the offset
  /// @throws IndexOutOfBoundsException if the offset is outside the source
  public long payloadSize(MemorySegment source, long offset) {
    Objects.requireNonNull(source, "source");
    long limit = source.byteSize();
    Objects.checkFromToIndex(offset, limit, limit);
    return payload.byteSize(source, offset);
  }

  /// Returns the length of the payload at a buffer's position, which does not move.
  ///
  /// @param source the buffer with the payload
  /// @return the length in bytes, which may be more than the buffer has
  /// @throws SerializationException if there is no payload header at the position
  public long payloadSize(ByteBuffer source) {
    return reading.byteSize(source);
  }

  /// Returns the length of a payload in a part of an array.
  ///
  /// @param bytes the array with the payload
  /// @param offset the index of the payload
  /// @param length the length of the part, from the offset on
  /// @return the length in bytes, which may be more than the part has
  /// @throws SerializationException if there is no payload header at the offset
  /// @throws IndexOutOfBoundsException if the part is not within the array
  public long payloadSize(byte[] bytes, int offset, int length) {
    Objects.requireNonNull(bytes, "bytes");
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return payload.byteSize(bytes, offset, offset + length);
  }

  /// Returns whether objects that are read may refer to the memory of the payload:
  /// [SerializerBuilder#sliceSegments] or [SerializerBuilder#sliceBuffers] is set. Before the
  /// memory is reused or freed, the caller must have finished with such objects, or must read from
  /// a copy.
  ///
  /// @return whether values may be slices
  public boolean returnsSlices() {
    return payload.registry().options().slices();
  }

  /// Returns the registered classes by their ids, and the classes that have become known by
  /// [rules][SerializerBuilder#allow] so far.
  ///
  /// @return an unmodifiable map of ids to classes; it does not change when more become known
  public SortedMap<Integer, Class<?>> registeredClasses() {
    return byId(assembly.known());
  }

  private static SortedMap<Integer, Class<?>> byId(KnownClasses known) {
    SortedMap<Integer, Class<?>> byId = new TreeMap<>();
    for (LocalType type : known.types().values()) {
      byId.put(type.number() - TypeRegistry.FIRST_USER_ID, type.type());
    }
    return Collections.unmodifiableSortedMap(byId);
  }

  /// Returns whether this serializer can write objects of exactly this class: whether it is
  /// registered, allowed by a [rule][SerializerBuilder#allow], or one of the supported classes of
  /// the JDK. The objects that its fields refer to are not checked.
  ///
  /// @param type the class of an object; a primitive class stands for its box
  /// @return false for interfaces and abstract classes, which no object has as its class
  public boolean canWrite(Class<?> type) {
    return payload.registry().canWrite(Objects.requireNonNull(type, "type"));
  }

  /// Returns a checksum of all registered classes: their ids, names, and the names and types of
  /// their fields. In [consistent mode][SchemaMode#CONSISTENT], serializers with the same
  /// fingerprint understand each other's payloads, if they also agree on
  /// [references][SerializerBuilder#references] and [compact
  /// numbers][SerializerBuilder#compactNumbers]. Two processes can compare it when they connect. It
  /// may change with the version of this library.
  ///
  /// @return the fingerprint, the same in every process
  public int registrationFingerprint() {
    Integer computed = fingerprint;
    if (computed == null) {
      computed = Registrations.fingerprint(byId(registered), payload.registry());
      fingerprint = computed;
    }
    return computed;
  }

  /// The classes in the form that later versions are compared with.
  Description described() {
    if (schemas == null || schemas.isOfNames()) {
      throw new IllegalArgumentException(
          "a serializer without schemaMode(COMPATIBLE) reads no other version of its classes;"
              + " compare registrationFingerprint() instead");
    }
    return Snapshot.of(assembly.locals(), assembly.registered()::surrogateOf, schemas.settings());
  }

  /// Describes the layout of a class in payloads: the offset in the fixed block, the width and the
  /// kind of each field.
  ///
  /// @param type a registered class, or a supported class of the JDK
  /// @return a human-readable text of several lines; its format may change
  /// @throws SerializationException if this serializer does not know the class
  public String explain(Class<?> type) {
    Objects.requireNonNull(type, "type");
    assembly.admit(type);
    String text = Explanation.of(assembly.knownTypes(schemas), type);
    if (text == null) {
      throw payload.registry().refusal(type);
    }
    return text;
  }

  /// Shows a payload as a tree, each line with its offset and length in bytes. No objects are
  /// created. This returns a text for any bytes: a truncated or corrupt payload is shown up to the
  /// damage, followed by the error (after an exclamation mark) and its offset. Long or deep values
  /// are shortened.
  ///
  /// @param source the memory with the payload
  /// @param offset the offset of the payload in the source; offsets in the text count from the
  ///   start of the source, too
  /// @return a human-readable text of up to some thousand lines
  /// @throws IndexOutOfBoundsException if the offset is outside the source
  public String inspect(MemorySegment source, long offset) {
    Objects.requireNonNull(source, "source");
    long limit = source.byteSize();
    Objects.checkFromToIndex(offset, limit, limit);
    return Inspection.of(assembly.knownTypes(schemas), source, offset);
  }

  /// Shows the payload in an array as a tree, as [#inspect(MemorySegment, long)] does.
  ///
  /// @param bytes an array that begins with the payload
  /// @return a human-readable text of up to some thousand lines
  public String inspect(byte[] bytes) {
    Objects.requireNonNull(bytes, "bytes");
    return inspect(MemorySegment.ofArray(bytes), 0);
  }

  /// Describes this serializer for logs: the number of registered classes, the
  /// [fingerprint][#registrationFingerprint] of the registration in hexadecimal digits, and the
  /// options.
  ///
  /// @return one line; its format may change
  @Override
  public String toString() {
    return "Serializer[classes="
        + registered.types().size()
        + ", registration="
        + HexFormat.of().toHexDigits(registrationFingerprint())
        + ", "
        + options
        + "]";
  }
}
