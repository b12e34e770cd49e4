// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.util.stream.Collectors.toUnmodifiableSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.internal.call.Limits;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.codec.Interpreter;
import dev.segue.serializer.internal.codec.StandardTypes;
import dev.segue.serializer.internal.layout.ClassModels;
import dev.segue.serializer.internal.layout.FinalFields;
import dev.segue.serializer.internal.layout.LayoutPlanner;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.testing.GraphTypes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratedClassesTest {

  /// Bounded limits, and all options that generated code depends on.
  private static final Options EVERYTHING =
      Options.builder()
          .limits(new Limits(1 << 20, Limits.ANY_NUMBER, Limits.KEY_WORK))
          .references(true)
          .compactNumbers(true)
          .utf8(true)
          .build();

  static List<Class<?>> types() {
    return GraphTypes.all().stream().filter(type -> !type.isEnum()).toList();
  }

  @ParameterizedTest
  @MethodSource("types")
  void passTheVerifier(Class<?> type) {
    passTheVerifier(type, Options.DEFAULTS);
    passTheVerifier(type, EVERYTHING);
    passTheVerifier(
        type,
        Options.builder().slicesSegments(true).slicesBuffers(true).outOfBandBytes(100).build());
  }

  private static void passTheVerifier(Class<?> type, Options options) {
    byte[] hidden = classFile(type, options);
    assertEquals(List.of(), ClassFile.of().verify(hidden));
    ClassDesc host = ClassDesc.of(type.getNestHost().getName());
    byte[] prepared = PreparedForm.of(hidden, host, HiddenClasses.classFile(type));
    assertEquals(List.of(), ClassFile.of().verify(prepared));
  }

  /// On the module path, packages that are not exported to users' modules cannot be called.
  @ParameterizedTest
  @MethodSource("types")
  void callOnlyExportedPackages(Class<?> type) {
    Set<String> exported =
        RuntimePackages.CLASSES.stream().map(Class::getPackageName).collect(toUnmodifiableSet());
    assertEquals(Set.of(), minus(calledPackages(classFile(type, Options.DEFAULTS)), exported));
    assertEquals(Set.of(), minus(calledPackages(classFile(type, EVERYTHING)), exported));
  }

  /// After the last access to absolute addresses, since the garbage collector could otherwise free
  /// memory that is in use.
  @ParameterizedTest
  @MethodSource("types")
  void keepMemoryOfStraightBlocksReachable(Class<?> type) {
    for (MethodModel method : ClassFile.of().parse(classFile(type, Options.DEFAULTS)).methods()) {
      List<String> calls = calledMethods(method);
      int opened = calls.indexOf("straightBlock");
      int closed = calls.lastIndexOf("reachabilityFence");
      assertEquals(opened < 0, closed < 0, () -> method.methodName() + ": " + calls);
      assertTrue(opened <= closed, () -> method.methodName() + ": " + calls);
    }
  }

  /// C2 never inlines longer methods, however often they are called.
  @Test
  void rootsAreWrittenByMethodsTooLongToInline() {
    List<Integer> lengths = types().stream().flatMap(GeneratedClassesTest::rootMethods).toList();
    assertFalse(lengths.isEmpty());
    assertTrue(lengths.stream().allMatch(length -> length > 325), lengths::toString);
  }

  private static Stream<Integer> rootMethods(Class<?> type) {
    return ClassFile.of().parse(classFile(type, Options.DEFAULTS)).methods().stream()
        .filter(method -> method.methodName().equalsString("writeRoot"))
        .map(method -> ((CodeAttribute) method.code().orElseThrow()).codeLength());
  }

  private static List<String> calledMethods(MethodModel method) {
    return method.code().stream()
        .flatMap(code -> code.elementStream())
        .filter(InvokeInstruction.class::isInstance)
        .map(call -> ((InvokeInstruction) call).name().stringValue())
        .toList();
  }

  private static Set<String> minus(Set<String> all, Set<String> known) {
    return all.stream().filter(name -> !known.contains(name)).collect(toUnmodifiableSet());
  }

  /// The internal packages of the classes in the constant pool.
  private static Set<String> calledPackages(byte[] classFile) {
    return StreamSupport.stream(ClassFile.of().parse(classFile).constantPool().spliterator(), false)
        .filter(ClassEntry.class::isInstance)
        .map(entry -> ((ClassEntry) entry).asSymbol())
        .filter(ClassDesc::isClassOrInterface)
        .map(ClassDesc::packageName)
        .filter(name -> name.startsWith("dev.segue.serializer.internal."))
        .collect(toUnmodifiableSet());
  }

  private static byte[] classFile(Class<?> type, Options options) {
    Shapes shapes = new Shapes(Set.copyOf(types()));
    ClassModels models = new ClassModels(shapes, FinalFields.ALLOW, options.references());
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
            ClassDesc.of(type.getName() + "$Generated"),
            new Constants());
    return CodecCompiler.classFile(HiddenClasses.classFile(type), unit);
  }
}
