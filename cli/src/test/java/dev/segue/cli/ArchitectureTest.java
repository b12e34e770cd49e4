// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.segue.compression.Codec;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.workload.Workload;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The architecture: what each module exports, and the allowed dependencies.
class ArchitectureTest {

  /// The classes of all modules, imported once because that takes longest.
  static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.segue");

  /// Internal packages use types of the exported package: they throw the module's exception and
  /// read its annotations. An annotation is ignored only if it depends on nothing in the project,
  /// so that no cycle can pass through it.
  private static final DescribedPredicate<JavaClass> AN_EXCEPTION_OR_ANNOTATION =
      DescribedPredicate.describe(
          "are exceptions or annotations for users",
          type ->
              type.getPackageName().split("\\.").length == 3
                  && (isIndependentAnnotation(type)
                      || type.isAssignableTo(RuntimeException.class)
                      || type.getName().contains("Exception$")));

  /// The modules that users depend on, each represented by its facade.
  static Stream<Class<?>> libraries() {
    return Stream.of(Serializer.class, Codec.class, Channel.class);
  }

  static Stream<Class<?>> modules() {
    return Stream.concat(libraries(), Stream.of(Workload.class, Segue.class));
  }

  @Test
  void packagesHaveNoCycles() {
    slices()
        .matching("dev.segue.(**)")
        .should()
        .beFreeOfCycles()
        .ignoreDependency(DescribedPredicate.alwaysTrue(), AN_EXCEPTION_OR_ANNOTATION)
        .check(ALL);
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void onlyTheFacadeIsExported(Class<?> facade) {
    Set<String> exported =
        descriptor(facade).exports().stream()
            .filter(exports -> !exports.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(toSet());
    assertEquals(Set.of(facade.getPackageName()), exported);
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void exportedApiUsesOnlyExportedTypes(Class<?> facade) {
    String exported = facade.getPackageName();
    List<String> leaks = new ArrayList<>();
    for (JavaClass type : ALL) {
      if (type.getPackageName().equals(exported) && isVisible(type)) {
        shownBy(type)
            .filter(shown -> shown.getPackageName().startsWith(exported + "."))
            .forEach(shown -> leaks.add(type.getName() + " shows " + shown.getName()));
      }
    }
    assertEquals(List.of(), leaks);
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void facadesDependOnNoOtherSegueModule(Class<?> facade) {
    String[] others =
        modules()
            .filter(other -> other != facade)
            .map(other -> other.getPackageName() + "..")
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(facade.getPackageName() + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(ALL);
  }

  @Test
  void onlySupportedApisAreUsed() {
    noClasses()
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are not supported API",
                type ->
                    type.getPackageName().startsWith("sun.")
                        || type.getPackageName().startsWith("jdk.internal")))
        .check(ALL);
  }

  @Test
  void rulesCoverEveryModule() {
    modules()
        .forEach(facade ->
            assertTrue(
                ALL.stream()
                    .anyMatch(type -> type.getPackageName().equals(facade.getPackageName())),
                facade::getName));
  }

  private static boolean isIndependentAnnotation(JavaClass type) {
    return type.isAnnotation()
        && type.getDirectDependenciesFromSelf().stream()
            .noneMatch(to -> to.getTargetClass().getPackageName().startsWith("dev.segue"));
  }

  private static Stream<JavaClass> shownBy(JavaClass type) {
    Stream<JavaClass> ancestors =
        Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream());
    Stream<JavaClass> members =
        type.getMembers().stream()
            .filter(ArchitectureTest::isVisible)
            .flatMap(member -> typesOf(member).stream());
    return Stream.concat(ancestors, members);
  }

  private static Set<JavaClass> typesOf(JavaMember member) {
    if (member instanceof JavaCodeUnit code) {
      return Stream.of(
              code.getReturnType().getAllInvolvedRawTypes(),
              code.getParameterTypes().stream()
                  .flatMap(parameter -> parameter.getAllInvolvedRawTypes().stream())
                  .collect(toSet()),
              Set.copyOf(code.getExceptionTypes()))
          .flatMap(Set::stream)
          .collect(toSet());
    }
    return member.getAllInvolvedRawTypes();
  }

  private static boolean isVisible(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(ArchitectureTest::isVisible).orElse(true);
  }

  private static boolean isVisible(JavaMember member) {
    return member.getModifiers().contains(JavaModifier.PUBLIC)
        || member.getModifiers().contains(JavaModifier.PROTECTED);
  }

  private static ModuleDescriptor descriptor(Class<?> type) {
    try {
      Path place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      return ModuleFinder.of(place).findAll().iterator().next().descriptor();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
