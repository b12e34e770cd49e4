// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import dev.segue.sources.MadeUpSource;
import java.util.Map;

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

  /// Compiles the older version, whose orders have other components than in the newer version.
  static MadeUpSource before() {
    return new MadeUpSource(Map.of("app.Message", MESSAGE, "app.Order", BEFORE));
  }

  /// Compiles the newer version, which also has an actor that answers.
  static MadeUpSource after() {
    return new MadeUpSource(
        Map.of("app.Message", MESSAGE, "app.Order", AFTER, "app.Extra", EXTRA, "app.Echo", ECHO));
  }
}
