// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.Ready;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.registry.TypesOnDemand;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// The types that every serializer knows: strings, boxes, arrays, the JDK's common containers,
/// `Class` objects and enums. Creates registries with these types, and codecs for registered arrays
/// and enums.
public final class StandardTypes {

  /// Element types of arrays that have no direct instances.
  private static final List<Class<?>> ONLY_NAMES =
      List.of(
          Number.class,
          Comparable.class,
          CharSequence.class,
          Iterable.class,
          Collection.class,
          List.class,
          Set.class,
          Map.class);

  private StandardTypes() {}

  /// Creates a registry with these types.
  ///
  /// @param shapes classifies the elements of arrays
  /// @param onDemand the rest of the JDK's types
  public static TypeRegistry registry(Options options, Shapes shapes, TypesOnDemand onDemand) {
    TypeRegistry registry = new TypeRegistry(options, shapes, onDemand);
    addSimple(registry);
    addContainers(registry);
    addReflected(registry);
    return registry;
  }

  private static void addSimple(TypeRegistry registry) {
    registry.addStandard(
        TypeNumbers.STRING, String.class, new Later(Later.TEXT, String.class, registry));
    int box = TypeNumbers.FIRST_BOX;
    int array = TypeNumbers.FIRST_PRIMITIVE_ARRAY;
    for (PrimitiveKind kind : PrimitiveKind.values()) {
      registry.addStandard(box++, kind.box(), new Later(Later.BOX, kind, registry));
      registry.addStandard(array++, kind.arrayType(), new Later(Later.ARRAY, kind, registry));
    }
  }

  private static void addContainers(TypeRegistry registry) {
    for (CollectionKind kind : CollectionKind.values()) {
      registry.addStandard(kind.id(), kind.types(), new Later(Later.CONTAINER, kind, registry));
    }
    for (MapKind kind : MapKind.values()) {
      registry.addStandard(kind.id(), kind.types(), new Later(Later.CONTAINER, kind, registry));
    }
    registry.addVariant(
        TypeNumbers.ACCESS_ORDERED_MAP,
        LinkedHashMap.class,
        new Later(Later.CONTAINER, MapKind.ACCESS_ORDERED_MAP, registry));
    for (CollectionKind kind : CollectionKind.values()) {
      addTree(registry, kind.id(), kind.types(), kind);
    }
    for (MapKind kind : MapKind.values()) {
      addTree(registry, kind.id(), kind.types(), kind);
    }
    registry.addDeclaredEnums(
        TypeNumbers.ENUM_SET, EnumSet.class, new Later(Later.ENUM_SET, EnumSet.class, registry));
    registry.addDeclaredEnums(
        TypeNumbers.ENUM_MAP, EnumMap.class, new Later(Later.ENUM_MAP, EnumMap.class, registry));
  }

  private static void addTree(
      TypeRegistry registry, int id, List<Class<?>> types, ContainerKind kind) {
    boolean isWritten = !registry.options().references();
    registry.addTree(id, types, new Later(Later.TREE, kind, registry), isWritten);
  }

  private static void addReflected(TypeRegistry registry) {
    registry.addStandard(
        TypeNumbers.CLASS, Class.class, new Later(Later.CLASS, Class.class, registry));
    registry.addStandard(
        TypeNumbers.OBJECT, Object.class, new Later(Later.PLAIN_OBJECT, Object.class, registry));
    int id = TypeNumbers.FIRST_ABSTRACT;
    for (Class<?> type : ONLY_NAMES) {
      registry.addStandard(id++, type, new Later(Later.ONLY_NAME, type, registry));
    }
    registry.addArrays(TypeNumbers.ARRAY, new Later(Later.ANY_ARRAY, Object[].class, registry));
  }

  /// Creates a codec when it is first used. Most programs use few of these types, so the first
  /// object need not wait for the classes of the other codecs. The factory methods return
  /// [ObjectCodec], since verifying this class would load any other return type.
  ///
  /// @param sort one of the constants
  /// @param of the class or the kind that the codec is for
  private record Later(int sort, Object of, TypeRegistry registry)
      implements Supplier<ObjectCodec> {

    static final int TEXT = 0;
    static final int BOX = 1;
    static final int ARRAY = 2;
    static final int CONTAINER = 3;
    static final int TREE = 4;
    static final int ENUM_SET = 5;
    static final int ENUM_MAP = 6;
    static final int CLASS = 7;
    static final int PLAIN_OBJECT = 8;
    static final int ONLY_NAME = 9;
    static final int ANY_ARRAY = 10;

    @Override
    public ObjectCodec get() {
      return switch (sort) {
        case TEXT -> BuiltIns.text();
        case BOX -> BuiltIns.box((PrimitiveKind) of);
        case ARRAY -> BuiltIns.array((PrimitiveKind) of);
        case CONTAINER -> ContainerCodec.untyped((ContainerKind) of, registry);
        case TREE -> TreeCodec.of((ContainerKind) of, registry);
        case ENUM_SET -> EnumContainers.sets();
        case ENUM_MAP -> EnumContainers.maps();
        case CLASS -> Reflected.ofClass(registry);
        case PLAIN_OBJECT -> Reflected.plain();
        case ONLY_NAME -> Reflected.onlyName((Class<?>) of);
        case ANY_ARRAY -> Reflected.ofArray(registry);
        default -> throw new AssertionError(sort);
      };
    }
  }

  /// Adds a registered class of arrays.
  public static void addArray(
      TypeRegistry registry, Class<?> type, int id, int fingerprint, Shape element) {
    ObjectCodec codec = ContainerCodec.ofArray(type.componentType(), element, registry);
    registry.add(type, id, fingerprint, new Ready<>(codec));
  }

  /// Adds a registered enum.
  public static void addEnum(
      TypeRegistry registry, EnumConstants constants, int id, int fingerprint) {
    ObjectCodec codec = new BuiltIns.Constant(constants);
    registry.add(constants.type(), id, fingerprint, new Ready<>(codec));
  }
}
