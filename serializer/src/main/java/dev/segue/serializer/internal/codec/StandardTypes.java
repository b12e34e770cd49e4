// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.container.ArrayKind;
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
import dev.segue.serializer.internal.wire.TypeNumbers;
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
    registry.addStandard(TypeNumbers.STRING, String.class, new BuiltIns.Text());
    int box = TypeNumbers.FIRST_BOX;
    int array = TypeNumbers.FIRST_PRIMITIVE_ARRAY;
    for (PrimitiveKind kind : PrimitiveKind.values()) {
      registry.addStandard(box++, kind.box(), new BuiltIns.Box(kind));
      registry.addStandard(array++, kind.arrayType(), PrimitiveArrayCodec.of(kind));
    }
  }

  private static void addContainers(TypeRegistry registry) {
    for (CollectionKind kind : CollectionKind.values()) {
      registry.addStandard(kind.id(), kind.types(), new ContainerCodec(kind, registry));
    }
    for (MapKind kind : MapKind.values()) {
      registry.addStandard(kind.id(), kind.types(), new ContainerCodec(kind, registry));
    }
    registry.addVariant(
        TypeNumbers.ACCESS_ORDERED_MAP,
        LinkedHashMap.class,
        new ContainerCodec(MapKind.ACCESS_ORDERED_MAP, registry));
    for (CollectionKind kind : CollectionKind.values()) {
      addTree(registry, kind.id(), kind.types(), kind);
    }
    for (MapKind kind : MapKind.values()) {
      addTree(registry, kind.id(), kind.types(), kind);
    }
    registry.addDeclaredEnums(TypeNumbers.ENUM_SET, EnumSet.class, EnumContainers.SETS);
    registry.addDeclaredEnums(TypeNumbers.ENUM_MAP, EnumMap.class, EnumContainers.MAPS);
  }

  private static void addTree(
      TypeRegistry registry, int id, List<Class<?>> types, ContainerKind kind) {
    boolean isWritten = !registry.options().references();
    registry.addTree(id, types, new TreeCodec(kind, registry), isWritten);
  }

  private static void addReflected(TypeRegistry registry) {
    registry.addStandard(TypeNumbers.CLASS, Class.class, new Reflected.OfClass(registry));
    registry.addStandard(TypeNumbers.OBJECT, Object.class, new Reflected.Plain());
    int id = TypeNumbers.FIRST_ABSTRACT;
    for (Class<?> type : ONLY_NAMES) {
      registry.addStandard(id++, type, new Reflected.OnlyName(type));
    }
    registry.addArrays(TypeNumbers.ARRAY, new Reflected.OfArray(registry, registry.shapes()));
  }

  /// Adds a registered class of arrays.
  public static void addArray(
      TypeRegistry registry, Class<?> type, int id, int fingerprint, Shape element) {
    ObjectCodec codec =
        new ContainerCodec(new ArrayKind(type.componentType()), List.of(element), registry);
    registry.add(type, id, fingerprint, new Ready<>(codec));
  }

  /// Adds a registered enum.
  public static void addEnum(
      TypeRegistry registry, EnumConstants constants, int id, int fingerprint) {
    ObjectCodec codec = new BuiltIns.Constant(constants);
    registry.add(constants.type(), id, fingerprint, new Ready<>(codec));
  }
}
