// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.codec.Leaves;
import dev.segue.serializer.internal.codec.ShapeCodec;
import dev.segue.serializer.internal.codec.TypedValues;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.RowLayout;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.Leaf;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.Varints;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What the emitters of writing and of reading share: positions of the dialect, calls to the
/// run-time classes, and the handler that adds a field to the path of an error.
abstract class Emitter {

  static final ClassDesc CODEC = Unit.describe(ObjectCodec.class);
  static final ClassDesc REGISTRY = Unit.describe(TypeRegistry.class);
  static final ClassDesc TYPED_VALUES = Unit.describe(TypedValues.class);
  static final ClassDesc LEAF = Unit.describe(Leaf.class);
  static final ClassDesc MEDIUM = Unit.describe(Medium.class);
  static final ClassDesc LEAVES = Unit.describe(Leaves.class);
  static final ClassDesc SHAPE_CODEC = Unit.describe(ShapeCodec.class);
  static final ClassDesc TABLE = Unit.describe(Shape.Table.class);
  static final ClassDesc VARINTS = Unit.describe(Varints.class);
  static final ClassDesc SEQUENCES = Unit.describe(Sequences.class);
  static final ClassDesc SLOTS = Unit.describe(Slots.class);
  static final ClassDesc SESSION = Unit.describe(Session.class);
  static final ClassDesc FAILURES = Unit.describe(Failures.class);
  static final ClassDesc ENUM_CONSTANTS = Unit.describe(EnumConstants.class);
  static final ClassDesc EXCEPTION = Unit.describe(SerializationException.class);
  private static final ClassDesc ANYTHING = Unit.describe(Throwable.class);
  static final ClassDesc ANY_EXCEPTION = Unit.describe(RuntimeException.class);

  final Unit unit;
  final Dialect dialect;
  final ClassDesc memory;
  final ClassDesc position;

  Emitter(Unit unit, Dialect dialect) {
    this.unit = unit;
    this.dialect = dialect;
    this.memory = dialect.memory();
    this.position = dialect.position();
  }

  final void loadPosition(CodeBuilder code, int local) {
    code.loadLocal(dialect.positionKind(), local);
  }

  final void storePosition(CodeBuilder code, int local) {
    code.storeLocal(dialect.positionKind(), local);
  }

  final int newPosition(CodeBuilder code) {
    return code.allocateLocal(dialect.positionKind());
  }

  /// A position at a constant distance from another.
  final void loadPosition(CodeBuilder code, int local, int distance) {
    loadPosition(code, local);
    loadDistance(code, distance);
    addPositions(code);
  }

  /// Makes the fixed block that begins at a position quick to get at.
  ///
  /// @return the local for [#loadPlace]
  final int openBlock(CodeBuilder code, int memoryLocal, int start) {
    if (dialect == Dialect.BYTES) {
      return memoryLocal;
    }
    int block = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(memoryLocal).lload(start).loadConstant((long) unit.plan().fixedBytes());
    code.invokestatic(
        dialect.access(), "block", MethodTypeDesc.of(memory, memory, position, position));
    code.astore(block);
    return block;
  }

  /// What an access of a kind to the fixed block needs below its value.
  final void loadPlace(CodeBuilder code, int block, int start, int offset, PrimitiveKind kind) {
    code.aload(block);
    if (dialect == Dialect.BYTES) {
      loadPosition(code, start, offset);
    } else {
      code.getstatic(dialect.access(), kind.name(), layout(kind)).loadConstant((long) offset);
    }
  }

  /// Puts the value on the stack to the place below it.
  final void putPlace(CodeBuilder code, PrimitiveKind kind) {
    ClassDesc type = Unit.describe(kind.primitive());
    if (dialect == Dialect.BYTES) {
      put(code, kind.suffix(), type);
    } else {
      // Not through Segments.putInt and the like: C2 gives up on small methods in a large one, but
      // not on those that the JDK itself marks to be inlined.
      code.invokeinterface(memory, "set", signature(CD_void, layout(kind), position, type));
    }
  }

  /// Gets the value at the place on the stack.
  final void getPlace(CodeBuilder code, PrimitiveKind kind) {
    ClassDesc type = Unit.describe(kind.primitive());
    if (dialect == Dialect.BYTES) {
      get(code, kind.suffix(), type);
    } else {
      code.invokeinterface(memory, "get", signature(type, layout(kind), position));
    }
  }

  private static ClassDesc layout(PrimitiveKind kind) {
    return Unit.describe(ValueLayout.class).nested("Of" + kind.suffix());
  }

  /// The inline operations, cut into what one method does.
  final List<List<Operation>> inlineParts() {
    return unit.inlineParts(dialect.boxedPerMethod());
  }

  /// The bit that the word of the null bitmap begins with in which a boxed field has its own.
  final int firstBit(Operation.NullableScalar scalar) {
    return scalar.bit() / dialect.boxedPerMethod() * dialect.boxedPerMethod();
  }

  final int maskOf(Operation.NullableScalar scalar) {
    return 1 << (scalar.bit() - firstBit(scalar));
  }

  /// The word of the null bitmap that begins with a bit.
  final PrimitiveKind nullWord(int firstBit) {
    return numberOf(unit.nullWordBytes(firstBit, dialect.boxedPerMethod()));
  }

  /// The kind of an unsigned number of one, two or four bytes.
  static PrimitiveKind numberOf(int widthBytes) {
    return switch (widthBytes) {
      case 1 -> PrimitiveKind.BYTE;
      case 2 -> PrimitiveKind.SHORT;
      default -> PrimitiveKind.INT;
    };
  }

  final void loadAsLong(CodeBuilder code, int local) {
    loadPosition(code, local);
    if (dialect == Dialect.BYTES) {
      code.i2l();
    }
  }

  /// Stores a position that is on the stack as a `long`.
  final void storeLong(CodeBuilder code, int local) {
    if (dialect == Dialect.BYTES) {
      code.l2i();
    }
    storePosition(code, local);
  }

  final void addPositions(CodeBuilder code) {
    if (dialect == Dialect.BYTES) {
      code.iadd();
    } else {
      code.ladd();
    }
  }

  /// A constant of the type of positions.
  final void loadDistance(CodeBuilder code, int distance) {
    if (dialect == Dialect.BYTES) {
      code.loadConstant(distance);
    } else {
      code.loadConstant((long) distance);
    }
  }

  final void returnPosition(CodeBuilder code, int local) {
    loadPosition(code, local);
    code.return_(dialect.positionKind());
  }

  final void slots(CodeBuilder code, String method, ClassDesc result, ClassDesc... parameters) {
    code.invokestatic(SLOTS, method, MethodTypeDesc.of(result, parameters));
  }

  final void put(CodeBuilder code, String suffix, ClassDesc type) {
    code.invokestatic(
        dialect.access(), "put" + suffix, MethodTypeDesc.of(CD_void, memory, position, type));
  }

  final void get(CodeBuilder code, String suffix, ClassDesc type) {
    code.invokestatic(dialect.access(), "get" + suffix, MethodTypeDesc.of(type, memory, position));
  }

  final void loadRegistry(CodeBuilder code) {
    code.loadConstant(unit.constants().of("registry", REGISTRY, unit::registry));
  }

  final void loadShapeCodec(CodeBuilder code, Shape shape) {
    code.loadConstant(
        unit.constants().of(shape, SHAPE_CODEC, () -> new ShapeCodec(shape, unit.registry())));
  }

  final void loadTable(CodeBuilder code, Shape.Table table) {
    code.loadConstant(unit.constants().of(List.of("table", table), TABLE, () -> table));
  }

  /// The entry of a declared type whose values need no codec of their own, or null.
  final @Nullable TypeEntry leafEntry(Class<?> declared) {
    TypeEntry entry = unit.registry().leafEntry(declared);
    return entry == null || (tracks() && entry.leaf().isTracked()) ? null : entry;
  }

  final void loadLeaf(CodeBuilder code, TypeEntry entry) {
    code.loadConstant(unit.constants().of("leaf " + entry.id(), LEAF, entry::leaf));
  }

  /// The memory as a leaf sees it.
  final void loadMedium(CodeBuilder code, int memoryLocal, int session) {
    code.aload(memoryLocal).aload(session);
    code.invokestatic(LEAVES, "medium", signature(MEDIUM, memory, SESSION));
  }

  final void loadClass(CodeBuilder code, Class<?> type) {
    code.loadConstant(unit.constants().of(type, CD_Class, () -> type));
  }

  /// One level less than the depth in a local.
  final void loadDepthBelow(CodeBuilder code, int depth) {
    code.iload(depth).iconst_1().isub();
  }

  final void enterIfNesting(CodeBuilder code, int depth) {
    if (unit.plan().nests()) {
      code.iload(depth);
      slots(code, "enter", CD_void, CD_int);
    }
  }

  /// Code for slots, in which `at` holds the number of the one in progress: an error that leaves it
  /// gets the slot's name into its path.
  final void withinFields(
      CodeBuilder code, List<Operation.Slot> slots, int at, Consumer<CodeBuilder> body) {
    String[] names =
        slots.stream().map(slot -> slot.field().qualifiedName()).toArray(String[]::new);
    ClassDesc strings = CD_String.arrayType();
    code.trying(
        body::accept,
        catching ->
            catching.catchingAll(handler -> {
              handler.iload(at);
              handler.loadConstant(unit.constants().of(Arrays.asList(names), strings, () -> names));
              handler.invokestatic(
                  FAILURES, "leaving", MethodTypeDesc.of(ANYTHING, ANYTHING, CD_int, strings));
              handler.athrow();
            }));
  }

  /// As [#withinElements], for code in which elements are put into containers that may refuse them.
  final void withinElementsRead(
      CodeBuilder code, int index, int current, Consumer<CodeBuilder> body) {
    code.trying(
        body::accept,
        catching ->
            catching.catchingAll(handler -> {
              handler.iload(index);
              loadAsLong(handler, current);
              handler.invokestatic(
                  FAILURES, "elementRead", MethodTypeDesc.of(ANYTHING, ANYTHING, CD_int, CD_long));
              handler.athrow();
            }));
  }

  /// Code that puts elements into a container, which may ask them, and they may throw.
  final void withinPut(CodeBuilder code, int current, Consumer<CodeBuilder> body) {
    code.trying(
        body::accept,
        catching ->
            catching.catching(
                ANY_EXCEPTION,
                handler -> {
                  loadAsLong(handler, current);
                  handler.invokestatic(
                      FAILURES, "container", MethodTypeDesc.of(EXCEPTION, ANY_EXCEPTION, CD_long));
                  handler.athrow();
                }));
  }

  /// Code for elements, in which `index` holds the index of the one in progress.
  final void withinElements(CodeBuilder code, int index, Consumer<CodeBuilder> body) {
    code.trying(
        body::accept,
        catching ->
            catching.catchingAll(handler -> {
              handler.iload(index);
              handler.invokestatic(
                  FAILURES, "leaving", MethodTypeDesc.of(ANYTHING, ANYTHING, CD_int));
              handler.athrow();
            }));
  }

  /// The name of a container's method.
  final String tableName(String verb, Shape.Table table) {
    return verb + "Table" + unit.tables().indexOf(table);
  }

  /// Bytes of a row of a container.
  static int stride(Shape.Table table) {
    return RowLayout.of(table.columns()).strideBytes();
  }

  /// The null bitmap of each column of a container, or -1, as locals, and where they end.
  record Nulls(List<Integer> columns, int end) {}

  /// Lays the null bitmaps out behind a container's count.
  ///
  /// @param method `reserve` or `block` of Slots
  final Nulls layOutNulls(
      CodeBuilder code, Shape.Table table, String method, int rows, int head, int bound) {
    List<Integer> columns = new ArrayList<>();
    int end = newPosition(code);
    loadPosition(code, head);
    storePosition(code, end);
    for (Shape column : table.columns()) {
      if (column instanceof Shape.Boxed) {
        int nulls = newPosition(code);
        columns.add(nulls);
        loadPosition(code, end);
        storePosition(code, nulls);
        loadPosition(code, end);
        code.iload(rows);
        code.invokestatic(SEQUENCES, "nullsBytes", signature(CD_int, CD_int));
        code.loadConstant(1);
        loadPosition(code, bound);
        slots(code, method, position, position, CD_int, CD_int, position);
        storePosition(code, end);
      } else {
        columns.add(-1);
      }
    }
    return new Nulls(columns, end);
  }

  /// Puts a value to a position.
  final void putAt(
      CodeBuilder code, int memoryLocal, int at, PrimitiveKind kind, Consumer<CodeBuilder> value) {
    code.aload(memoryLocal);
    if (dialect == Dialect.SEGMENT) {
      code.getstatic(dialect.access(), kind.name(), layout(kind));
    }
    loadPosition(code, at);
    value.accept(code);
    putPlace(code, kind);
  }

  /// Gets the value at a position.
  final void getAt(CodeBuilder code, int memoryLocal, int at, PrimitiveKind kind) {
    code.aload(memoryLocal);
    if (dialect == Dialect.SEGMENT) {
      code.getstatic(dialect.access(), kind.name(), layout(kind));
    }
    loadPosition(code, at);
    getPlace(code, kind);
  }

  /// Narrows an unsigned number on the stack to what is put.
  static void narrow(CodeBuilder code, PrimitiveKind kind) {
    switch (kind) {
      case BYTE -> code.i2b();
      case SHORT -> code.i2s();
      default -> {}
    }
  }

  /// Makes what was got an unsigned number.
  static void widen(CodeBuilder code, PrimitiveKind kind) {
    switch (kind) {
      case BYTE -> code.loadConstant(0xff).iand();
      case SHORT -> code.loadConstant(0xffff).iand();
      default -> {}
    }
  }

  static void loadZero(CodeBuilder code, TypeKind kind) {
    switch (kind.asLoadable()) {
      case LONG -> code.lconst_0();
      case FLOAT -> code.fconst_0();
      case DOUBLE -> code.dconst_0();
      case REFERENCE -> code.aconst_null();
      default -> code.iconst_0();
    }
  }

  /// Whether objects that were met are noted.
  final boolean tracks() {
    return unit.registry().options().references();
  }

  /// Whether a call can ask for contents to be handed over, so that arrays are not just elements.
  final boolean handsOver() {
    return unit.registry().options().maybeOutOfBand();
  }

  /// Whether allocations are counted.
  final boolean counts() {
    return unit.registry().options().isBounded();
  }

  static MethodTypeDesc signature(ClassDesc result, ClassDesc... parameters) {
    return MethodTypeDesc.of(result, parameters);
  }

  static final ClassDesc OBJECT = CD_Object;
}
