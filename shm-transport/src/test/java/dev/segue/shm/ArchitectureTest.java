// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Imports have one direction: halt, events <- os, lane <- membership <- routing <- facade. The
/// package `spi` belongs to the facade.
class ArchitectureTest {

  private static final String INTERNAL = "dev.segue.shm.internal.";

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.segue.shm");

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.segue.shm.internal.(*)..").should().beFreeOfCycles().check(MAIN);
  }

  @Test
  void importsFollowTheLayers() {
    List<String> order = List.of("halt", "events", "os", "lane", "membership", "routing");
    for (int i = 0; i < order.size(); i++) {
      noClasses()
          .that()
          .resideInAPackage(INTERNAL + order.get(i))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              Stream.concat(
                      Stream.of("dev.segue.shm", "dev.segue.shm.spi"),
                      order.stream().skip(i + 1).map(name -> INTERNAL + name))
                  .toArray(String[]::new))
          .check(MAIN);
    }
  }

  @Test
  void publicApiExposesOnlyFacadeTypes() {
    List<String> leaks =
        MAIN.stream()
            .filter(c -> c.getPackageName().equals("dev.segue.shm"))
            .filter(c -> c.getModifiers().toString().contains("PUBLIC"))
            .flatMap(c -> c.getMethods().stream())
            .filter(m -> m.getModifiers().toString().contains("PUBLIC"))
            .filter(m -> m.getFullName().matches(".*dev\\.segue\\.shm\\.(internal|spi)\\..*"))
            .map(m -> m.getFullName())
            .toList();
    assertEquals(List.of(), leaks);
  }
}
