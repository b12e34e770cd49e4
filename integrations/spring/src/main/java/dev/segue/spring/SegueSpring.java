// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import dev.segue.serializer.ClassRule;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Starts builders of serializers for Spring applications: in compatible mode, with a rule that
/// allows the classes of the application, and with the Spring classes that caches and sessions
/// hold.
///
/// ```java
/// Serializer serializer =
///     SegueSpring.builder(context.getClassLoader(), "com.example.shop").build();
/// ```
public final class SegueSpring {

  private SegueSpring() {}

  /// Starts a builder that allows the classes of packages and of their subpackages, and everything
  /// that [#configure] adds.
  ///
  /// @param loader finds the classes: the framework's loader, such as the application context's;
  ///   null for the context class loader of this thread
  /// @param packages base packages of the application, such as `com.example.shop`
  /// @return a builder, whose options can be changed
  /// @throws IllegalArgumentException if there is no package, or one is empty, not a name, or of
  ///   the JDK
  public static SerializerBuilder builder(@Nullable ClassLoader loader, String... packages) {
    return configure(Serializer.builder(), loader)
        .allow(ClassRule.packages(orDefault(loader), packages));
  }

  /// Adds to a builder what Spring applications need besides their own classes:
  ///
  /// - compatible mode;
  /// - by rule, the security context of Spring Security with the authentications, authorities,
  ///   users and exceptions of its modules for passwords, one-time tokens, OAuth2 and OpenID
  ///   Connect, SAML 2 and WebAuthn, and what a login leaves in its session meanwhile: requests,
  ///   challenges, the CSRF token; `PageImpl` and other pages, with their `Pageable` and `Sort`;
  ///   `NullValue` of Spring's caches, `LinkedMultiValueMap` and `FlashMap`;
  /// - if Hibernate is present, its persistent collections are written as [plain
  ///   collections][SerializerBuilder#plainContainers].
  ///
  /// The classes are listed one by one; none of these libraries is required. For other classes, add
  /// a rule.
  ///
  /// @param builder the builder to add to
  /// @param loader finds the classes; null for the context class loader of this thread
  /// @return the builder
  public static SerializerBuilder configure(
      SerializerBuilder builder, @Nullable ClassLoader loader) {
    Objects.requireNonNull(builder, "builder");
    ClassLoader finder = orDefault(loader);
    builder
        .schemaMode(SchemaMode.COMPATIBLE)
        .allow(ClassRule.matching(finder, FrameworkClasses::isData));
    StoredClientRegistration.register(builder, finder);
    FrameworkClasses.persistentCollection(finder).ifPresent(builder::plainContainers);
    return builder;
  }

  private static ClassLoader orDefault(@Nullable ClassLoader loader) {
    ClassLoader found = loader == null ? Thread.currentThread().getContextClassLoader() : loader;
    return found == null ? ClassLoader.getSystemClassLoader() : found;
  }
}
