// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// Versions of an application, compiled by the tests.
final class Versions {

  private static final String MESSAGE = "package app; public interface Message {}";

  private static final String BEFORE =
      """
      package app;
      public record Order(long id, String article, int lost, org.apache.pekko.actor.ActorRef replyTo)
          implements Message {}
      """;

  private static final String AFTER =
      """
      package app;
      public record Order(
          java.util.Set<String> tags,
          long id,
          String article,
          org.apache.pekko.actor.ActorRef replyTo)
          implements Message {}
      """;

  private static final String EXTRA =
      "package app; public record Extra(String text) implements Message {}";

  private static final String ECHO =
      """
      package app;
      public class Echo extends org.apache.pekko.actor.AbstractActor {
        @Override
        public Receive createReceive() {
          return receiveBuilder().match(Order.class, this::answer).build();
        }
        private void answer(Order order) {
          order.replyTo().tell(new Extra("unknown to older versions"), getSelf());
          var tags = java.util.Set.of("new");
          order.replyTo().tell(
              new Order(tags, order.id() + 1, order.article() + "!", getSelf()), getSelf());
        }
      }
      """;

  private Versions() {}

  /// Compiles the older version, whose orders have other components than those of the newer one.
  static ClassLoader before(Path folder) throws IOException {
    return compile(folder, List.of("Message", "Order"), List.of(MESSAGE, BEFORE));
  }

  /// Compiles the newer version, which has an actor that answers, too.
  static ClassLoader after(Path folder) throws IOException {
    return compile(
        folder, List.of("Message", "Order", "Extra", "Echo"), List.of(MESSAGE, AFTER, EXTRA, ECHO));
  }

  private static ClassLoader compile(Path folder, List<String> names, List<String> sources)
      throws IOException {
    Files.createDirectories(folder);
    List<JavaFileObject> files =
        Stream.iterate(0, i -> i < names.size(), i -> i + 1)
            .map(i -> source(names.get(i), sources.get(i)))
            .toList();
    List<String> options =
        List.of(
            "-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
    assertTrue(
        ToolProvider.getSystemJavaCompiler()
            .getTask(null, null, null, options, null, files)
            .call());
    return new URLClassLoader(new URL[] {folder.toUri().toURL()}, Versions.class.getClassLoader());
  }

  private static JavaFileObject source(String name, String content) {
    URI uri = URI.create("string:///app/" + name + ".java");
    return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return content;
      }
    };
  }

  /// Creates an order.
  static Object order(ClassLoader loader, @Nullable Object... components)
      throws ReflectiveOperationException {
    return loader.loadClass("app.Order").getConstructors()[0].newInstance(components);
  }
}
