// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.UrlResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/// The messages of applications that fail to start.
class FailureAnalyzerTest {

  /// A class that is not in an allowed package.
  record Foreign(String name) {}

  @Test
  void unregisteredClassIsNamedWithTheSettingThatAllowsIt() {
    Serializer serializer = Serializer.builder().build();
    Object value = List.of(new Foreign("x"));
    SerializationException refusal =
        assertThrows(SerializationException.class, () -> serializer.toBytes(value));
    FailureAnalysis analysis =
        Objects.requireNonNull(
            analyze(
                new IllegalStateException(refusal), Map.of("segue.packages", "com.example.shop")));
    String action = String.valueOf(analysis.getAction());
    assertTrue(action.contains("segue.classes=" + Foreign.class.getName()), () -> action);
    assertTrue(
        action.contains("segue.packages=com.example.shop," + Foreign.class.getPackageName()),
        () -> action);
    assertTrue(analysis.getDescription().contains("com.example.shop"), analysis::getDescription);
  }

  @Test
  void applicationWithoutPackagesIsToldToNameThem() {
    try (var context = new AnnotationConfigApplicationContext()) {
      context.register(SegueAutoConfiguration.class);
      RuntimeException failure = assertThrows(RuntimeException.class, context::refresh);
      FailureAnalysis analysis = Objects.requireNonNull(analyze(failure, Map.of()));
      String action = String.valueOf(analysis.getAction());
      assertTrue(action.contains("segue.packages="), () -> action);
    }
  }

  @Test
  void settingsAllowClassesAndPackages() {
    try (var context = new AnnotationConfigApplicationContext()) {
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(
              new MapPropertySource("test", Map.of("segue.classes", Foreign.class.getName())));
      context.register(SegueAutoConfiguration.class);
      context.refresh();
      Serializer serializer = context.getBean(Serializer.class);
      assertTrue(serializer.canWrite(Foreign.class));
      assertEquals(
          new Foreign("x"),
          serializer.fromBytes(serializer.toBytes(new Foreign("x")), Foreign.class));
      assertEquals(false, serializer.canWrite(FailureAnalyzerTest.class));
    }
  }

  @Test
  void otherFailuresAreLeftToOtherAnalyzers() {
    assertNull(analyze(new IllegalStateException("other"), Map.of()));
  }

  @Test
  void analyzerIsRegistered() throws IOException {
    Set<String> analyzers = new HashSet<>();
    var files = getClass().getClassLoader().getResources("META-INF/spring.factories");
    while (files.hasMoreElements()) {
      String names =
          PropertiesLoaderUtils.loadProperties(new UrlResource(files.nextElement()))
              .getProperty(FailureAnalyzer.class.getName(), "");
      analyzers.addAll(List.of(names.split(",", -1)));
    }
    assertTrue(analyzers.contains(SegueFailureAnalyzer.class.getName()), analyzers::toString);
  }

  private static @Nullable FailureAnalysis analyze(
      Throwable failure, Map<String, Object> settings) {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
    return new SegueFailureAnalyzer(new DefaultListableBeanFactory(), environment).analyze(failure);
  }
}
