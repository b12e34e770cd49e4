// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;

/// Names the setting that allows a class if an application fails to start because Segue refuses the
/// class.
final class SegueFailureAnalyzer implements FailureAnalyzer {
  /// Matches the binary name of a class at the start of an error message.
  private static final Pattern CLASS =
      Pattern.compile(
          "(?:^|\\s)((?:[\\p{L}_$][\\p{L}\\p{N}_$]*\\.)+[\\p{L}_$][\\p{L}\\p{N}_$]*) is not");

  private final BeanFactory beans;
  private final Environment environment;

  SegueFailureAnalyzer(BeanFactory beans, Environment environment) {
    this.beans = beans;
    this.environment = environment;
  }

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof NoPackagesException) {
        return new FailureAnalysis(
            cause.getMessage()
                + ", because no class has @SpringBootApplication or @EnableAutoConfiguration.",
            "Set segue.packages to the packages of the classes that are stored and sent, such as"
                + " segue.packages=com.example.shop",
            cause);
      }
      if (cause instanceof SerializationException e && e.kind() == Kind.UNREGISTERED_CLASS) {
        return unregistered(e);
      }
    }
    return null;
  }

  private FailureAnalysis unregistered(SerializationException e) {
    String message = String.valueOf(e.getMessage());
    Matcher matcher = CLASS.matcher(message);
    String name = matcher.find() ? matcher.group(1) : "com.example.Order";
    int end = name.lastIndexOf('.');
    List<String> packages =
        ApplicationClasses.packages(
            beans, Binder.get(environment).bindOrCreate("segue", SegueProperties.class).packages());
    return new FailureAnalysis(
        "Segue does not write or read classes outside of %s: %s"
            .formatted(
                packages.isEmpty() ? "the application's packages" : String.join(", ", packages),
                message),
        ("Put this into application.properties, if the class holds data:%n%n    segue.classes=%s%n%n"
                + "or allow its package, in addition to the others:%n%n    segue.packages=%s%n%n"
                + "A class of a library that is not plain data needs a TypeSurrogate, in a bean of"
                + " the type SegueSerializerCustomizer.")
            .formatted(
                name,
                String.join(",", packages)
                    + (packages.isEmpty() ? "" : ",")
                    + name.substring(0, Math.max(end, 0))),
        e);
  }
}
