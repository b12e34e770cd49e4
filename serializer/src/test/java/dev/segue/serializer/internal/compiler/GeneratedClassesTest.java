// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.GraphTypes;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.codec.Interpreter;
import dev.segue.serializer.internal.codec.StandardTypes;
import dev.segue.serializer.internal.layout.ClassModels;
import dev.segue.serializer.internal.layout.LayoutPlanner;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratedClassesTest {

  static List<Class<?>> types() {
    return GraphTypes.all().stream().filter(type -> !type.isEnum()).toList();
  }

  @ParameterizedTest
  @MethodSource("types")
  void passTheVerifier(Class<?> type) {
    passTheVerifier(type, Options.DEFAULTS);
    passTheVerifier(type, new Options(true, 1 << 20, true, true));
    passTheVerifier(type, Options.DEFAULTS.withMemory(true, true, 100));
  }

  private static void passTheVerifier(Class<?> type, Options options) {
    Shapes shapes = new Shapes(Set.copyOf(types()));
    ClassModels models = new ClassModels(shapes);
    TypeRegistry registry = StandardTypes.registry(options, shapes, _ -> {});
    int id = TypeRegistry.FIRST_USER_ID;
    for (Class<?> each : types()) {
      ObjectLayout plan = LayoutPlanner.plan(models.of(each), options.compactNumbers());
      registry.add(each, id++, 0, () -> new Interpreter(plan, registry));
    }
    Unit unit =
        new Unit(
            LayoutPlanner.plan(models.of(type), options.compactNumbers()),
            registry,
            ClassDesc.of(type.getName().replace('$', '_') + "$Codec"),
            new Constants());
    assertEquals(List.of(), ClassFile.of().verify(CodecCompiler.classFile(unit)));
  }
}
