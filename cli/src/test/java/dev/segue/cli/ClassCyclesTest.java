// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Limits cycles between source files, direct and indirect ones.
class ClassCyclesTest {

  /// The largest cycle allowed.
  private static final int MOST = 10;

  @Test
  void cyclesOfFilesAreSmall() {
    List<Set<String>> tooLarge =
        new Components(dependencies(ArchitectureTest.ALL))
            .all().stream().filter(component -> component.size() > MOST).toList();
    assertEquals(List.of(), tooLarge);
  }

  @Test
  void cycleIsDetected() {
    Map<String, Set<String>> graph =
        Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("a", "d"), "d", Set.of());
    List<Set<String>> components = new Components(graph).all();
    assertEquals(2, components.size());
    assertTrue(components.contains(Set.of("a", "b", "c")), components::toString);
  }

  /// Maps each file, named after its outermost class, to the files that it depends on.
  private static Map<String, Set<String>> dependencies(JavaClasses all) {
    Map<String, Set<String>> graph = new TreeMap<>();
    for (JavaClass type : all) {
      Set<String> needed = graph.computeIfAbsent(file(type), _ -> new TreeSet<>());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        if (dependency.getTargetClass().getPackageName().startsWith("dev.segue")) {
          needed.add(file(dependency.getTargetClass().getBaseComponentType()));
        }
      }
    }
    return graph;
  }

  private static String file(JavaClass type) {
    String name = type.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  /// The strongly connected components of a graph, by Tarjan's algorithm.
  private static final class Components {

    private final Map<String, Set<String>> graph;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final Map<String, Integer> lows = new HashMap<>();
    private final Deque<String> stack = new ArrayDeque<>();
    private final List<Set<String>> found = new ArrayList<>();

    Components(Map<String, Set<String>> graph) {
      this.graph = graph;
    }

    List<Set<String>> all() {
      graph.keySet().stream().filter(node -> !indexes.containsKey(node)).forEach(this::visit);
      return found;
    }

    private void visit(String node) {
      int index = indexes.size();
      indexes.put(node, index);
      lows.put(node, index);
      stack.push(node);
      for (String next : graph.getOrDefault(node, Set.of())) {
        if (!indexes.containsKey(next)) {
          visit(next);
          lows.merge(node, lows.get(next), Math::min);
        } else if (stack.contains(next)) {
          lows.merge(node, indexes.get(next), Math::min);
        }
      }
      if (lows.get(node) == index) {
        Set<String> component = new TreeSet<>();
        String member;
        do {
          member = stack.pop();
          component.add(member);
        } while (!member.equals(node));
        found.add(component);
      }
    }
  }
}
