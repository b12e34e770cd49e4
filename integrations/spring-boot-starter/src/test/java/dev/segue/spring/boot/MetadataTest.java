// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.context.properties.bind.DefaultValue;
import tools.jackson.databind.json.JsonMapper;

/// The metadata for IDEs and Boot's imports match the code.
class MetadataTest {
  private static final String METADATA = "META-INF/spring-configuration-metadata.json";

  @Test
  void eachSettingIsDescribedWithItsDefault() throws IOException {
    TreeMap<String, String> expected = new TreeMap<>();
    addSettings("segue", SegueProperties.class, expected);
    TreeMap<String, String> described = new TreeMap<>();
    for (Map<?, ?> property : properties()) {
      assertTrue(String.valueOf(property.get("description")).endsWith("."), property::toString);
      described.put(String.valueOf(property.get("name")), shown(property.get("defaultValue")));
    }
    assertEquals(expected, described);
  }

  private static String shown(@Nullable Object value) {
    return value == null ? "" : String.valueOf(value);
  }

  private static void addSettings(String prefix, Class<?> type, Map<String, String> settings) {
    for (RecordComponent component : type.getRecordComponents()) {
      String name =
          prefix + "." + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
      if (component.getType().isRecord()) {
        addSettings(name, component.getType(), settings);
      } else {
        settings.put(name, defaultOf(type, component));
      }
    }
  }

  /// The annotation is on the constructor's parameter.
  private static String defaultOf(Class<?> type, RecordComponent component) {
    return Stream.of(type.getDeclaredConstructors()[0].getParameters())
        .filter(parameter -> parameter.getName().equals(component.getName()))
        .map(parameter -> parameter.getAnnotation(DefaultValue.class))
        .filter(Objects::nonNull)
        .map(annotation -> String.join(",", annotation.value()))
        .findFirst()
        .orElse("");
  }

  private static List<Map<?, ?>> properties() throws IOException {
    List<Map<?, ?>> own = new ArrayList<>();
    // Each jar of Boot has such a file.
    for (URL file : Collections.list(MetadataTest.class.getClassLoader().getResources(METADATA))) {
      try (InputStream in = file.openStream()) {
        Map<?, ?> all = JsonMapper.shared().readValue(in, Map.class);
        for (Object property : (List<?>) Objects.requireNonNull(all.get("properties"))) {
          Map<?, ?> described = (Map<?, ?>) property;
          if (String.valueOf(described.get("name")).startsWith("segue.")) {
            own.add(described);
          }
        }
      }
    }
    return own;
  }

  @Test
  void eachAutoConfigurationIsImported() throws Exception {
    Set<String> imported = new TreeSet<>();
    ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader())
        .forEach(name -> {
          if (name.startsWith("dev.segue.")) {
            imported.add(name);
          }
        });
    assertEquals(9, imported.size());
    for (String name : imported) {
      assertTrue(Class.forName(name).isAnnotationPresent(AutoConfiguration.class), name);
    }
  }
}
