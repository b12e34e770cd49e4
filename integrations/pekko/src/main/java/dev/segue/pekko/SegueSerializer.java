// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.io.NotSerializableException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.serialization.ByteBufferSerializer;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/// A Pekko serializer of messages and events, which Pekko creates from its configuration:
///
/// ```text
/// segue.pekko.packages = ["com.example.shop"]
/// pekko.actor.serialization-bindings {
///   "com.example.shop.Message" = segue
/// }
/// ```
///
/// Classes of the packages and their subpackages are allowed, in [compatible
/// mode][SchemaMode#COMPATIBLE]: during a rolling upgrade, nodes with other versions of the classes
/// read each other's messages, and actors recover from older events. Artery's buffers are written
/// and read in place.
///
/// Fields may be references to actors, classic and typed.
///
/// **Manifest.** Payloads name their classes, so all messages have the same manifest, `1`.
///
/// **Errors.** An object that cannot be read causes a [NotSerializableException] with Segue's
/// message: Pekko logs it, drops the message and keeps the connection. An object that cannot be
/// written causes an [IllegalArgumentException].
///
/// Thread-safe.
public final class SegueSerializer extends SerializerWithStringManifest
    implements ByteBufferSerializer {

  private static final String MANIFEST = "1";

  private final int identifier;
  private final Serializer serializer;

  /// Creates a serializer with the settings of a system. Pekko calls this constructor.
  ///
  /// @param system provides the settings, finds classes and resolves actor references
  /// @throws IllegalArgumentException if a name in `segue.pekko.packages` is not a package name, or
  ///   names a package of the JDK
  public SegueSerializer(ExtendedActorSystem system) {
    Settings settings = Settings.of(system);
    this.identifier = settings.identifier();
    SerializerBuilder builder =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .allow(settings.rules())
            .references(settings.references())
            .register(ActorReferences.classic(system));
    if (ActorReferences.isTypedPresent()) {
      builder.register(TypedReferences.of(system));
    }
    this.serializer = builder.build();
  }

  /// Returns the id of this serializer in messages and journals:
  /// `pekko.actor.serialization-identifiers."dev.segue.pekko.SegueSerializer"`.
  ///
  /// @return the id
  @Override
  public int identifier() {
    return identifier;
  }

  /// Returns the manifest.
  ///
  /// @param object any object
  /// @return the same text for all objects
  @Override
  public String manifest(Object object) {
    return MANIFEST;
  }

  /// Serializes an object.
  ///
  /// @param object a message or an event
  /// @return its bytes
  /// @throws IllegalArgumentException if it cannot be written, with Segue's message
  @Override
  public byte[] toBinary(Object object) {
    try {
      return serializer.toBytes(object);
    } catch (SerializationException e) {
      throw unwritable(object, e);
    }
  }

  /// Serializes an object to a buffer, starting at its position.
  ///
  /// @param object a message or an event
  /// @param buffer receives its bytes
  /// @throws BufferOverflowException if the object does not fit
  /// @throws IllegalArgumentException if it cannot be written, with Segue's message
  @Override
  public void toBinary(Object object, ByteBuffer buffer) {
    try {
      int _ = serializer.write(object, buffer);
    } catch (SerializationException e) {
      if (e.kind() == Kind.DESTINATION_TOO_SMALL) {
        var overflow = new BufferOverflowException();
        overflow.initCause(e);
        throw overflow;
      }
      throw unwritable(object, e);
    }
  }

  private static IllegalArgumentException unwritable(Object object, SerializationException cause) {
    return new IllegalArgumentException(
        "cannot write a %s: %s%s"
            .formatted(object.getClass().getName(), cause.getMessage(), remedy(cause)),
        cause);
  }

  /// Reads an object.
  ///
  /// @param bytes its bytes
  /// @param manifest its manifest
  /// @return the message or event
  /// @throws NotSerializableException if it cannot be read, with Segue's message
  @Override
  public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
    return fromBinary(ByteBuffer.wrap(bytes), manifest);
  }

  /// Reads an object from a buffer, from its position to its limit.
  ///
  /// @param buffer its bytes
  /// @param manifest its manifest
  /// @return the message or event
  /// @throws NotSerializableException if it cannot be read, with Segue's message
  @Override
  public Object fromBinary(ByteBuffer buffer, String manifest) throws NotSerializableException {
    if (!manifest.equals(MANIFEST)) {
      throw new NotSerializableException(
          "manifest=\"%s\" was not written by this version of %s"
              .formatted(manifest, SegueSerializer.class.getName()));
    }
    int length = buffer.remaining();
    Object object;
    try {
      object = serializer.read(buffer, Object.class);
    } catch (SerializationException e) {
      throw unreadable("cannot read an object: " + e.getMessage() + remedy(e), e);
    }
    if (buffer.hasRemaining()) {
      throw new NotSerializableException(
          "%d bytes hold a payload of %d bytes".formatted(length, length - buffer.remaining()));
    }
    return object;
  }

  private static NotSerializableException unreadable(String message, SerializationException cause) {
    var unreadable = new NotSerializableException(message);
    unreadable.initCause(cause);
    return unreadable;
  }

  private static String remedy(SerializationException cause) {
    return cause.kind() == Kind.UNREGISTERED_CLASS
        ? "; in Pekko, add the package of the class to " + Settings.PACKAGES
        : "";
  }
}
