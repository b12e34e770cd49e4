// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import dev.segue.serializer.internal.history.Finding.Effect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Compares two descriptions. Finds the changes for readers that have the newer classes and read
/// payloads written with the older ones.
public final class Comparison {

  private final Description older;
  private final Description newer;
  private final TypeRules rules;
  private final List<Finding> findings = new ArrayList<>();

  /// The newer classes that an older class has become, or appears to have become.
  private final Set<String> matched = new HashSet<>();

  private Comparison(Description older, Description newer) {
    this.older = older;
    this.newer = newer;
    this.rules = new TypeRules(older, newer);
  }

  /// The changes, sorted by class. Changes of the class itself come first, then changes of its
  /// members by name.
  public static List<Finding> of(Description older, Description newer) {
    Comparison comparison = new Comparison(older, newer);
    comparison.compare();
    return comparison.findings.stream()
        .sorted(Comparator.comparing(Finding::type).thenComparing(Finding::member))
        .toList();
  }

  private void compare() {
    List<Described> gone = new ArrayList<>();
    for (Described old : older.types().values()) {
      Described now = newer.called(old.name());
      if (now == null) {
        gone.add(old);
      } else {
        matched.add(now.name());
        compare(old, now);
      }
    }
    // For an enum that is only declared, its fields state the effect of its absence.
    gone.removeIf(old -> !old.sort().isRegistered());
    addGone(gone);
    if (older.isWhole()) {
      for (Described now : newer.types().values()) {
        if (!matched.contains(now.name())) {
          add(Effect.COMPATIBLE, now.name(), "is new");
        }
      }
    }
  }

  private void add(Effect effect, String type, String message) {
    findings.add(new Finding(effect, type, "", message));
  }

  private void addGone(List<Described> gone) {
    Map<String, Described> bySimpleName = new HashMap<>();
    Map<Set<String>, Described> byMembers = new HashMap<>();
    for (Described type : gone.isEmpty() ? List.<Described>of() : newer.types().values()) {
      if (!matched.contains(type.name())) {
        bySimpleName.putIfAbsent(simple(type.name()), type);
        byMembers.putIfAbsent(members(type), type);
      }
    }
    byMembers.remove(Set.of());
    for (Described old : gone) {
      Described named = successor(old, bySimpleName.get(simple(old.name())));
      Described alike = named == null ? successor(old, byMembers.get(members(old))) : null;
      if (named != null) {
        addRenamed(old, named, "the same simple name");
      } else if (alike != null) {
        addRenamed(old, alike, "the same members");
      } else {
        boolean isNull = newer.unknown() == Description.Unknown.NULL;
        add(
            isNull ? Effect.LOST : Effect.INCOMPATIBLE,
            old.name(),
            "is not registered any more: "
                + fate()
                + "; register it, or add its name as an @Alias");
      }
    }
  }

  /// The new class that a missing class may have been renamed to; otherwise null.
  private @Nullable Described successor(Described gone, @Nullable Described type) {
    return type != null
            && type.sort().kind() == gone.sort().kind()
            && !matched.contains(type.name())
        ? type
        : null;
  }

  private void addRenamed(Described old, Described successor, String like) {
    matched.add(successor.name());
    add(
        Effect.LOOKS_RENAMED,
        old.name(),
        "is gone and %s is new, with %s; if it was renamed, add @Alias(%s) to %s; otherwise %s"
            .formatted(successor.name(), like, Names.quote(old.name()), successor.name(), fate()));
  }

  /// The effect on objects of a class that is gone.
  private String fate() {
    return switch (newer.unknown()) {
      case FAIL -> "its objects are an error, unless their fields are gone, too";
      case NULL -> "its objects are read as null, or are an error where null cannot be";
      case KEEP -> "its objects are kept as UnknownValue, or are an error where none can be";
    };
  }

  private static String simple(String name) {
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }

  private Set<String> members(Described type) {
    return type.members().stream()
        .map(member -> member.name() + " " + rules.today(member.declared()))
        .collect(Collectors.toSet());
  }

  private void compare(Described old, Described now) {
    if (!old.name().equals(now.name())) {
      add(Effect.RENAMED, old.name(), "is %s now, by its @Alias".formatted(now.name()));
    }
    if (old.sort().kind() != now.sort().kind()) {
      add(
          Effect.INCOMPATIBLE,
          old.name(),
          "was written as %s and is read as %s now: its objects are an error"
              .formatted(old.sort().word(), now.sort().word()));
      return;
    }
    compareSorts(old, now);
    compareSurrogates(old, now);
    if (older.isWhole()) {
      compareSupertypes(old, now);
      compareAliases(old, now);
    }
    findings.addAll(new MemberComparison(older, newer, rules).of(old, now));
  }

  private void compareSorts(Described old, Described now) {
    if (old.sort() == now.sort() || !older.isWhole()) {
      return;
    }
    if (now.sort() == Sort.DECLARED_ENUM) {
      add(
          newer.unknown() == Description.Unknown.NULL ? Effect.LOST : Effect.INCOMPATIBLE,
          old.name(),
          "is not registered any more: in fields that do not declare it, " + fate());
    } else {
      add(
          Effect.COMPATIBLE,
          old.name(),
          "was described as %s and is %s now".formatted(old.sort().word(), now.sort().word()));
    }
  }

  private void compareSurrogates(Described old, Described now) {
    Declared before = old.surrogate();
    Declared after = now.surrogate();
    if (before == null || after == null || rules.today(before).equals(after)) {
      return;
    }
    Fit fit = rules.of(before, after);
    boolean fits = fit.level().compareTo(Fit.Level.WIDER) <= 0;
    add(
        fits ? Effect.WIDENED : Effect.INCOMPATIBLE,
        old.name(),
        "its surrogate was %s and is %s now".formatted(before, after)
            + (fits ? "" : ": its objects are an error"));
  }

  private void compareSupertypes(Described old, Described now) {
    Set<Declared> before = new LinkedHashSet<>();
    old.supertypes().forEach(type -> before.add(rules.today(type)));
    Set<Declared> after = new LinkedHashSet<>(now.supertypes());
    if (before.equals(after)) {
      return;
    }
    Set<Declared> added = new LinkedHashSet<>(after);
    added.removeAll(before);
    before.removeAll(after);
    add(
        Effect.COMPATIBLE,
        old.name(),
        "its supertypes have changed:"
            + (before.isEmpty() ? "" : " no longer " + list(before))
            + (before.isEmpty() || added.isEmpty() ? "" : ",")
            + (added.isEmpty() ? "" : " now " + list(added)));
  }

  private static String list(Set<Declared> types) {
    return types.stream().map(Declared::toString).collect(Collectors.joining(", "));
  }

  private void compareAliases(Described old, Described now) {
    for (String alias : old.aliases()) {
      if (!now.aliases().contains(alias) && !alias.equals(now.name())) {
        add(
            Effect.LOST,
            old.name(),
            "its @Alias(%s) is gone: objects that were written under that name are unknown"
                .formatted(Names.quote(alias)));
      }
    }
    for (String alias : now.aliases()) {
      if (!old.aliases().contains(alias) && !alias.equals(old.name())) {
        add(
            Effect.COMPATIBLE,
            old.name(),
            "is now also read from the name %s".formatted(Names.quote(alias)));
      }
    }
  }
}
