// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The dependencies between the packages of this module.
class ModuleArchitectureTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.segue.compression");

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.segue.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void internalsDoNotDependOnTheFacade() {
    noClasses()
        .that()
        .resideInAPackage("..internal..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.segue.compression")
        .check(CLASSES);
  }

  @Test
  void nativesDoNotDependOnCodecs() {
    noClasses()
        .that()
        .resideInAPackage("..natives..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..zstd..", "..lz4..", "..snappy..", "..brotli..", "..deflate..")
        .check(CLASSES);
  }

  @Test
  void unsupportedApisAreNotUsed() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("sun..", "jdk.internal..")
        .check(CLASSES);
  }

  /// A record's constructor and pattern are part of the API, so a component can never be added.
  @Test
  void noRecordIsPublic() {
    classes()
        .that()
        .resideInAPackage("dev.segue.compression")
        .and()
        .arePublic()
        .should()
        .notBeAssignableTo(Record.class)
        .check(CLASSES);
  }

  @Test
  void publicTypesOutsideTheFacadeAreNotPartOfTheApi() {
    classes()
        .that()
        .resideInAPackage("dev.segue.compression")
        .and()
        .arePublic()
        .should(
            new ArchCondition<>("name only types a user can name") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                type.getMethods().stream()
                    .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                    .flatMap(method ->
                        Stream.concat(
                            Stream.of(method.getRawReturnType()),
                            method.getRawParameterTypes().stream()))
                    .map(JavaClass::getBaseComponentType)
                    .filter(used -> used.getPackageName().startsWith("dev.segue.compression."))
                    .forEach(used ->
                        events.add(
                            SimpleConditionEvent.violated(
                                type, type.getName() + " exposes " + used.getName())));
              }
            })
        .check(CLASSES);
  }
}
