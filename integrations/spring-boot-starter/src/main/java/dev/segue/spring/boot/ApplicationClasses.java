// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.serializer.ClassRule;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.spring.SegueSpring;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.context.ApplicationContext;

/// The classes that an application's serializers may write and read: the classes in its packages.
final class ApplicationClasses {
  private ApplicationClasses() {}

  /// Starts a builder with the classes of an application, which its class loader finds. Each
  /// restart by the devtools creates another loader.
  static SerializerBuilder builder(ApplicationContext context, SegueProperties properties) {
    ClassLoader loader = Objects.requireNonNull(context.getClassLoader());
    String[] packages = packages(context, properties.packages()).toArray(String[]::new);
    Set<String> classes = Set.copyOf(properties.classes());
    if (packages.length == 0 && classes.isEmpty()) {
      throw new NoPackagesException();
    }
    SerializerBuilder builder =
        packages.length == 0
            ? SegueSpring.configure(dev.segue.serializer.Serializer.builder(), loader)
            : SegueSpring.builder(loader, packages);
    return classes.isEmpty()
        ? builder
        : builder.allow(ClassRule.matching(loader, classes::contains));
  }

  /// The configured packages, or else the packages that Boot scans.
  static List<String> packages(BeanFactory beans, List<String> set) {
    if (!set.isEmpty()) {
      return set;
    }
    return AutoConfigurationPackages.has(beans) ? AutoConfigurationPackages.get(beans) : List.of();
  }
}
