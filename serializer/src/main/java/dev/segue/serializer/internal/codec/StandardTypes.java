// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.container.ArrayKind;
import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The types that every serializer knows: strings, boxes, arrays, the JDK's common containers,
/// classes, enums. Creates registries with these types, and codecs for registered arrays and enums.
public final class StandardTypes {

  private static final int FIRST_ID = 1;
  private static final int ENUM_SET_ID = 30;
  private static final int ENUM_MAP_ID = 47;
  private static final int ARRAY_ID = 48;
  private static final int CLASS_ID = 49;
  private static final int OBJECT_ID = 50;

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
  /// @param shapes how the elements of arrays are classified
  /// @param jdkTypes adds the rest of the JDK's types, see [TypeRegistry]
  public static TypeRegistry registry(
      Options options, Shapes shapes, Consumer<TypeRegistry> jdkTypes) {
    TypeRegistry registry = new TypeRegistry(options, shapes, jdkTypes);
    addSimple(registry);
    addContainers(registry);
    addReflected(registry);
    return registry;
  }

  private static void addSimple(TypeRegistry registry) {
    int id = FIRST_ID;
    registry.addStandard(id++, String.class, new BuiltIns.Text());
    for (PrimitiveKind kind : PrimitiveKind.values()) {
      registry.addStandard(id++, kind.box(), new BuiltIns.Box(kind));
    }
    for (PrimitiveKind kind : PrimitiveKind.values()) {
      registry.addStandard(id++, kind.arrayType(), new BuiltIns.PrimitiveArray(kind));
    }
  }

  private static void addContainers(TypeRegistry registry) {
    for (CollectionKind kind : CollectionKind.values()) {
      ObjectCodec codec = new ContainerCodec(kind, registry);
      kind.types().forEach(type -> registry.addStandard(kind.id(), type, codec));
    }
    for (MapKind kind : MapKind.values()) {
      ObjectCodec codec = new ContainerCodec(kind, registry);
      kind.types().forEach(type -> registry.addStandard(kind.id(), type, codec));
    }
    registry.addVariant(
        MapKind.ACCESS_ORDERED_MAP.id(),
        LinkedHashMap.class,
        new ContainerCodec(MapKind.ACCESS_ORDERED_MAP, registry));
    registry.addDeclaredEnums(ENUM_SET_ID, EnumSet.class, EnumContainers.SETS);
    registry.addDeclaredEnums(ENUM_MAP_ID, EnumMap.class, EnumContainers.MAPS);
  }

  private static void addReflected(TypeRegistry registry) {
    registry.addStandard(CLASS_ID, Class.class, new Reflected.OfClass(registry));
    registry.addStandard(OBJECT_ID, Object.class, new Reflected.Plain());
    int id = OBJECT_ID + 1;
    for (Class<?> type : ONLY_NAMES) {
      registry.addStandard(id++, type, new Reflected.OnlyName(type));
    }
    registry.addArrays(ARRAY_ID, new Reflected.OfArray(registry, registry.shapes()));
  }

  /// Adds a registered class of arrays.
  public static void addArray(
      TypeRegistry registry, Class<?> type, int id, int fingerprint, Shape element) {
    ObjectCodec codec =
        new ContainerCodec(new ArrayKind(type.componentType()), List.of(element), registry);
    registry.add(type, id, fingerprint, () -> codec);
  }

  /// Adds a registered enum.
  public static void addEnum(
      TypeRegistry registry, EnumConstants constants, int id, int fingerprint) {
    ObjectCodec codec = new BuiltIns.Constant(constants);
    registry.add(constants.type(), id, fingerprint, () -> codec);
  }
}
