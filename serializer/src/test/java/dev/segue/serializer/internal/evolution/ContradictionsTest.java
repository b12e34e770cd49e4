// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.UnknownTypes;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Contradictory options are refused in any order, and so are invalid values.
class ContradictionsTest {

  record Item(int id) {}

  private static void refused(List<String> parts, List<Consumer<SerializerBuilder>> setters) {
    for (List<Consumer<SerializerBuilder>> order : List.of(setters, setters.reversed())) {
      SerializerBuilder builder = Serializer.builder().register(Item.class);
      order.forEach(builder::apply);
      String message =
          String.valueOf(assertThrows(IllegalStateException.class, builder::build).getMessage());
      parts.forEach(part -> assertTrue(message.contains(part), message));
    }
  }

  @Test
  void schemaRegistryRequiresSchemas() {
    refused(
        List.of("schemaRegistry", "schemaMode(CONSISTENT)"),
        List.of(
            builder -> builder.schemaRegistry(SchemaRegistry.inMemory()),
            builder -> builder.schemaMode(SchemaMode.CONSISTENT)));
  }

  @ParameterizedTest
  @EnumSource(names = "FAIL", mode = EnumSource.Mode.EXCLUDE)
  void unknownTypesRequireSchemas(UnknownTypes unknownTypes) {
    refused(
        List.of("unknownTypes(" + unknownTypes + ")", "schemaMode(CONSISTENT)", "the default"),
        List.of(builder -> builder.unknownTypes(unknownTypes)));
    refused(
        List.of("unknownTypes(" + unknownTypes + ")", "schemaMode(CONSISTENT)"),
        List.of(
            builder -> builder.unknownTypes(unknownTypes),
            builder -> builder.schemaMode(SchemaMode.CONSISTENT)));
  }

  @Test
  void fieldsOfAnUnregisteredClassCannotBeSkipped() {
    refused(
        List.of("skipTransientFields", Integer.class.getName(), "not registered"),
        List.of(builder -> builder.skipTransientFields(Integer.class)));
  }

  @Test
  void compatibleOptionsAreAccepted() {
    for (Consumer<SerializerBuilder> setter :
        List.<Consumer<SerializerBuilder>>of(
            builder -> builder.schemaRegistry(SchemaRegistry.inMemory()),
            builder ->
                builder
                    .schemaMode(SchemaMode.COMPATIBLE)
                    .schemaRegistry(SchemaRegistry.inMemory())
                    .unknownTypes(UnknownTypes.KEEP),
            builder ->
                builder
                    .unknownTypes(UnknownTypes.NULL)
                    .schemaRegistry(SchemaRegistry.inMemory()))) {
      Serializer serializer = Serializer.builder().register(Item.class).apply(setter).build();
      assertTrue(serializer.toString().contains("schemaMode=COMPATIBLE"), serializer::toString);
      assertEquals(new Item(1), serializer.copy(new Item(1)));
    }
    Serializer consistent =
        Serializer.builder()
            .register(Item.class)
            .schemaMode(SchemaMode.CONSISTENT)
            .unknownTypes(UnknownTypes.FAIL)
            .build();
    assertTrue(consistent.toString().contains("schemaMode=CONSISTENT"), consistent::toString);
  }

  private static void refusesNull(String name, Consumer<SerializerBuilder> setter) {
    SerializerBuilder builder = Serializer.builder();
    assertEquals(
        name, assertThrows(NullPointerException.class, () -> setter.accept(builder)).getMessage());
    builder.build();
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void optionsRejectNull() {
    refusesNull("execution", builder -> builder.execution(null));
    refusesNull("encoding", builder -> builder.stringEncoding(null));
    refusesNull("mode", builder -> builder.schemaMode(null));
    refusesNull("registry", builder -> builder.schemaRegistry(null));
    refusesNull("unknownTypes", builder -> builder.unknownTypes(null));
    refusesNull("configuration", builder -> builder.apply(null));
    refusesNull("directory", _ -> SchemaRegistry.inDirectory(null));
  }

  @Test
  void numbersMustBePositive() {
    SerializerBuilder builder = Serializer.builder();
    for (int number : new int[] {0, -1}) {
      String value = "=" + number + " is not positive";
      for (Consumer<SerializerBuilder> setter :
          List.<Consumer<SerializerBuilder>>of(
              one -> one.maxDepth(number),
              one -> one.maxAllocation(number),
              one -> one.maxCollidingKeys(number),
              one -> one.outOfBandThreshold(number))) {
        String message =
            String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> setter.accept(builder))
                    .getMessage());
        assertTrue(message.endsWith(value), message);
      }
    }
  }
}
