// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import java.util.Optional;
import java.util.Set;

/// The classes of Spring and Hibernate that caches and sessions hold, by name, because each of
/// these libraries is optional.
final class FrameworkClasses {

  private static final String DOMAIN = "org.springframework.data.domain.";

  /// Only data classes: none of them has side effects when it is read.
  private static final Set<String> DATA =
      Set.of(
          "org.springframework.cache.support.NullValue",
          "org.springframework.util.LinkedMultiValueMap",
          "org.springframework.util.MultiValueMapAdapter",
          "org.springframework.web.servlet.FlashMap",
          DOMAIN + "PageImpl",
          DOMAIN + "SliceImpl",
          DOMAIN + "PageRequest",
          DOMAIN + "Unpaged",
          DOMAIN + "Sort",
          DOMAIN + "Sort$Order",
          DOMAIN + "Sort$Direction",
          DOMAIN + "Sort$NullHandling");

  private static final String PERSISTENT = "org.hibernate.collection.spi.PersistentCollection";

  private FrameworkClasses() {}

  /// Whether a binary name is that of a data class.
  static boolean isData(String name) {
    return DATA.contains(name) || SecurityClasses.isData(name);
  }

  /// Whether a class is present.
  static boolean isPresent(String name, ClassLoader loader) {
    return find(name, loader).isPresent();
  }

  /// The interface of Hibernate's collections and maps, if Hibernate is present.
  static Optional<Class<?>> persistentCollection(ClassLoader loader) {
    return find(PERSISTENT, loader);
  }

  private static Optional<Class<?>> find(String name, ClassLoader loader) {
    try {
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError _) {
      return Optional.empty();
    }
  }
}
