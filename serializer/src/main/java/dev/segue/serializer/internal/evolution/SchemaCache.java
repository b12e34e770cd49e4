// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.payload.Schemas;
import dev.segue.serializer.internal.registry.KnownTypes;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.schema.SchemaDecoder;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.SchemaEncoder;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A cache of the schemas that a serializer has read, each with the codecs for its payloads. It is
/// bounded, so that a peer that keeps sending new schemas costs time but no memory.
public final class SchemaCache implements Schemas, KnownTypes.Writers {

  /// The maximum number of schemas.
  static final int MOST_KEPT = 1 << 10;

  /// The maximum total of the estimated memory; the largest schema fits.
  private static final long MOST_BYTES = Schema.MAX_MEMORY_BYTES + Schema.MAX_BYTES;

  /// The memory of a registry with only the JDK types, measured on a heap with 200 of them.
  private static final int REGISTRY_BYTES = 27 << 10;

  /// The estimated memory for a class that a reader keeps.
  private static final int CLASS_BYTES = 256;

  /// The reader of payloads with the schema of another writer.
  ///
  /// @param memoryBytes the estimated memory
  record Foreign(Schema schema, long memoryBytes, Payload payload, Supplier<KnownTypes> known) {}

  private final Settings settings;
  private final Settings.@Nullable Store registry;
  private final Assembler assembler;
  private final @Nullable NamedTypes named;

  /// Whether payloads name only the classes that rules have allowed, as in consistent mode.
  private final boolean isOfNames;

  /// Replaced when classes become known by rules.
  private volatile @Nullable LocalTypes locals;

  private @Nullable Payload own;

  /// By fingerprint, the least recently used first. Guarded by itself.
  private final LinkedHashMap<Long, Foreign> kept = new LinkedHashMap<>(16, 0.75f, true);

  private long keptBytes;

  /// Schemas with other sets of classes than [#of(TypeEntry)] returns, but with the same
  /// description of each class as local schemas: the serializer's own codecs read the payloads.
  private final FingerprintSet ownSubsets = new FingerprintSet();

  /// The schema used last, which is likely to be used next.
  private volatile @Nullable Foreign last;

  /// @param named finds the classes that rules allow; null if there are no rules
  /// @param isOfNames whether payloads only name these classes
  public SchemaCache(
      Settings settings, Assembler assembler, @Nullable NamedTypes named, boolean isOfNames) {
    this.named = named;
    this.isOfNames = isOfNames;
    this.settings = settings;
    this.registry = settings.store();
    this.assembler = assembler;
  }

  /// Whether payloads have only class names and no fields, so that versions are not compared.
  public boolean isOfNames() {
    return isOfNames;
  }

  /// Sets the parts of the serializer that are built after the cache.
  ///
  /// @param own reads and writes the serializer's own payloads
  /// @throws SerializationException if the default value of a field is not a value of its type
  public void complete(LocalTypes locals, Payload own) {
    locals.checkDefaults();
    this.locals = locals;
    this.own = own;
  }

  /// Adds classes that have become known.
  public void grow(LocalTypes larger) {
    locals = larger;
  }

  @Override
  public boolean canGrow() {
    return named != null;
  }

  @Override
  public Object version() {
    return locals();
  }

  /// Adds the types that every registry of such a serializer contains.
  public void addTo(TypeRegistry types) {
    Class<?> type = settings.kept().type();
    ObjectCodec codec = new UnknownValueCodec(settings.kept(), () -> own);
    // Objects of other classes are also read.
    types.addJdkFamily(TypeNumbers.UNKNOWN_VALUE, type, codec, type);
  }

  /// The options that apply to payloads of other schemas.
  public Settings settings() {
    return settings;
  }

  private LocalTypes locals() {
    return Objects.requireNonNull(locals, "complete");
  }

  @Override
  public boolean isOpen(TypeEntry root) {
    return isOfNames ? locals().isOpenToRules(root) : locals().isOpen(root);
  }

  @Override
  public boolean areOfNames() {
    return isOfNames;
  }

  @Override
  public Schema of(TypeEntry root) {
    LocalTypes types = locals();
    return schema(types.document(root), types);
  }

  @Override
  public Schema of(TypeEntry root, int[] met) {
    LocalTypes types = locals();
    return schema(types.document(root, met), types);
  }

  private Schema schema(SchemaDocument document, LocalTypes types) {
    SchemaDocument carried = isOfNames ? types.names(document) : document;
    return isOfNames && carried.types().isEmpty()
        ? Schema.NONE
        : Schema.of(SchemaEncoder.encode(carried));
  }

  @Override
  public void publish(Schema schema) {
    if (registry != null) {
      registry.put(schema.fingerprint(), schema.document());
    }
  }

  @Override
  public boolean embeds() {
    return registry == null;
  }

  @Override
  public @Nullable Payload reader(long fingerprint) {
    if (ownSubsets.contains(fingerprint)) {
      return own();
    }
    Foreign foreign = find(fingerprint);
    return foreign == null ? null : foreign.payload();
  }

  private Payload own() {
    return Objects.requireNonNull(own, "complete");
  }

  private @Nullable Foreign find(long fingerprint) {
    Foreign recent = last;
    if (recent != null && recent.schema().fingerprint() == fingerprint) {
      return recent;
    }
    synchronized (kept) {
      recent = kept.get(fingerprint);
    }
    if (recent != null) {
      last = recent;
    }
    return recent;
  }

  @Override
  public Payload learn(long fingerprint, byte @Nullable [] document, long position) {
    Foreign learned = learned(fingerprint, document, position);
    return learned == null ? own() : learned.payload();
  }

  /// Creates the reader for a schema; returns null if the serializer's own codecs read the
  /// payloads.
  private @Nullable Foreign learned(long fingerprint, byte @Nullable [] document, long position) {
    byte[] told = document;
    if (told == null && registry != null) {
      told = registry.get(fingerprint);
    }
    if (told == null) {
      throw Errors.of(
          Kind.UNKNOWN_SCHEMA,
          registry != null
              ? "the schema registry has no schema with the fingerprint %016x"
                  .formatted(fingerprint)
              : ("the payload does not contain its schema, and none with the fingerprint %016x was"
                      + " read before; use the writer's .schemaRegistry(..), or read the stream"
                      + " from a position where its writer sends the schema")
                  .formatted(fingerprint),
          position);
    }
    if (told.length > Schema.MAX_BYTES || Schema.fingerprint(told) != fingerprint) {
      throw Errors.of(
          Kind.MALFORMED_INPUT,
          "corrupt: a schema of %d bytes does not match the fingerprint %016x"
              .formatted(told.length, fingerprint),
          position);
    }
    SchemaDecoder.Measured read = SchemaDecoder.measure(told);
    if (isOfNames && !read.document().isOfNames()) {
      throw Errors.of(
          Kind.INCOMPATIBLE_FORMAT,
          "the payload was written in schema-compatible mode; build this serializer with"
              + " .schemaMode(SchemaMode.COMPATIBLE)",
          position);
    }
    LocalTypes here = named == null ? locals() : named.including(read.document());
    if (read.document().isOfNames()) {
      SchemaDocument numbered = here.numberedAs(read.document(), position);
      if (numbered != null) {
        var measured = new SchemaDecoder.Measured(numbered, read.memoryBytes());
        return keep(foreign(new Schema(fingerprint, told), measured, here));
      }
      ownSubsets.add(fingerprint);
      return null;
    }
    if (isOwnSubset(read.document(), told)) {
      ownSubsets.add(fingerprint);
      return null;
    }
    return keep(foreign(new Schema(fingerprint, told), read, here));
  }

  private boolean isOwnSubset(SchemaDocument document, byte[] bytes) {
    SchemaDocument likewise = locals().likewise(document);
    return likewise != null
        && likewise.types().size() == document.types().size()
        && Arrays.equals(SchemaEncoder.encode(likewise), bytes);
  }

  private Foreign foreign(Schema schema, SchemaDecoder.Measured read, LocalTypes here) {
    ForeignTypes types =
        new ForeignTypes(
            new WriterSchema(schema, read.document()),
            here,
            settings,
            assembler,
            new LessUsedTypes(() -> this));
    long memoryBytes =
        read.memoryBytes() + schema.document().length + registryBytes(types) + bytes(here);
    Payload payload = new Payload(types.registry(), settings.maxDepth(), types.layouts());
    return new Foreign(schema, memoryBytes, payload, types::known);
  }

  /// With rules, each reader may keep its own classes.
  private long bytes(LocalTypes here) {
    return named == null ? 0 : (long) CLASS_BYTES * here.all().size();
  }

  /// A registry has a table of types, indexed by number.
  private static long registryBytes(ForeignTypes types) {
    return REGISTRY_BYTES + (long) types.highestNumber() * Integer.BYTES;
  }

  private Foreign keep(Foreign made) {
    long fingerprint = made.schema().fingerprint();
    synchronized (kept) {
      Foreign earlier = kept.putIfAbsent(fingerprint, made);
      if (earlier != null) {
        return earlier;
      }
      keptBytes += made.memoryBytes();
      var oldest = kept.entrySet().iterator();
      while (kept.size() > MOST_KEPT || (keptBytes > MOST_BYTES && kept.size() > 1)) {
        Map.Entry<Long, Foreign> gone = oldest.next();
        keptBytes -= gone.getValue().memoryBytes();
        oldest.remove();
      }
    }
    last = made;
    return made;
  }

  @Override
  public @Nullable KnownTypes find(int root, long fingerprint, byte @Nullable [] document) {
    if (own().reader().isOwn(root, fingerprint) || ownSubsets.contains(fingerprint)) {
      return null;
    }
    Foreign known = find(fingerprint);
    if (known == null) {
      known = learned(fingerprint, document, SerializationException.NO_OFFSET);
    }
    return known == null ? null : known.known().get();
  }
}
