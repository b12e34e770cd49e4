// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.evolution.FieldTargets;
import dev.segue.serializer.internal.history.Finding.Effect;
import dev.segue.serializer.internal.schema.FieldSchema;
import dev.segue.serializer.internal.schema.ValueSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Compares the fields or constants of two versions of a class.
final class MemberComparison {

  /// The maximum number of possible successors of a field that a message names.
  private static final int MOST_NAMED = 5;

  private final Description older;
  private final Description newer;
  private final TypeRules rules;
  private final List<Finding> findings = new ArrayList<>();

  MemberComparison(Description older, Description newer, TypeRules rules) {
    this.older = older;
    this.newer = newer;
    this.rules = rules;
  }

  List<Finding> of(Described old, Described now) {
    if (old.sort().isEnum()) {
      compareConstants(old, now);
    } else if (older.isWhole() || old.sort() != Sort.THROWABLE) {
      // The schema of a payload does not contain the fields of throwables.
      compareFields(old, now);
      compareElements(old, now);
    }
    return findings;
  }

  private void add(Effect effect, Described type, String member, String message) {
    findings.add(new Finding(effect, type.name(), member, message));
  }

  private void compareConstants(Described old, Described now) {
    Map<String, Member> byName = new HashMap<>();
    Map<String, Member> byAlias = new HashMap<>();
    for (Member constant : now.members()) {
      byName.put(constant.name(), constant);
      constant.aliases().forEach(alias -> byAlias.put(alias, constant));
    }
    List<Member> gone = new ArrayList<>();
    Set<Member> matched = new HashSet<>();
    for (Member constant : old.members()) {
      Member same = byName.get(constant.name());
      Member target = same == null ? byAlias.get(constant.name()) : same;
      if (target == null) {
        gone.add(constant);
      } else {
        matched.add(target);
        compareNames(old, constant, target);
      }
    }
    List<Member> added = now.members().stream().filter(c -> !matched.contains(c)).toList();
    boolean looksRenamed = gone.size() == 1 && added.size() == 1;
    gone.forEach(
        constant -> addGoneConstant(old, constant, looksRenamed ? added.getFirst() : null));
    if (!looksRenamed && older.isWhole()) {
      added.forEach(constant ->
          add(Effect.COMPATIBLE, old, constant.name(), "is new: older readers do not know it"));
    }
  }

  private void addGoneConstant(Described type, Member gone, @Nullable Member added) {
    String fate =
        switch (newer.unknown()) {
          case FAIL -> "it is an error";
          case NULL -> "it is read as null, or is an error where null cannot be";
          case KEEP -> "it is kept as UnknownValue, or is an error where none can be";
        };
    if (added != null) {
      add(
          Effect.LOOKS_RENAMED,
          type,
          gone.name(),
          "is gone and %s is new; if it was renamed, add @Alias(%s) to %s; otherwise %s"
              .formatted(added.name(), Names.quote(gone.name()), added.name(), fate));
    } else {
      boolean isNull = newer.unknown() == Description.Unknown.NULL;
      add(
          isNull ? Effect.LOST : Effect.INCOMPATIBLE,
          type,
          gone.name(),
          "is gone: %s; keep it, or add @Alias(%s) to another constant"
              .formatted(fate, Names.quote(gone.name())));
    }
  }

  /// Compares the names and aliases of a member that still exists.
  private void compareNames(Described type, Member old, Member now) {
    if (!old.name().equals(now.name())) {
      add(Effect.RENAMED, type, old.name(), "is %s now, by its @Alias".formatted(now.name()));
    }
    if (!older.isWhole()) {
      return;
    }
    for (String alias : old.aliases()) {
      if (!now.aliases().contains(alias) && !alias.equals(now.name())) {
        add(
            Effect.LOST,
            type,
            old.name(),
            "its @Alias(%s) is gone: payloads that have it under that name lose it"
                .formatted(Names.quote(alias)));
      }
    }
    for (String alias : now.aliases()) {
      if (!old.aliases().contains(alias) && !alias.equals(old.name())) {
        add(
            Effect.COMPATIBLE,
            type,
            old.name(),
            "is now also read from the name %s".formatted(Names.quote(alias)));
      }
    }
  }

  private void compareFields(Described old, Described now) {
    List<Member> fields = targets(now);
    int[] targets;
    try {
      targets = FieldTargets.of(written(old), old.name(), owners(now), asTargets(fields));
    } catch (SerializationException e) {
      add(Effect.INCOMPATIBLE, old, "", Objects.requireNonNullElse(e.getMessage(), ""));
      return;
    }
    List<Member> gone = new ArrayList<>();
    Set<Member> added = new HashSet<>(now.members());
    for (int i = 0; i < targets.length; i++) {
      Member field = old.members().get(i);
      if (targets[i] == FieldTargets.NONE) {
        gone.add(field);
      } else {
        Member target = fields.get(targets[i]);
        added.remove(target);
        compareNames(old, field, target);
        compareTypes(old, field, target);
        compareOthers(old, field, now, target);
      }
    }
    addUnmatched(old, gone, now, added.stream().sorted(Member.ORDER).toList());
  }

  private static List<FieldSchema> written(Described old) {
    Map<String, Integer> count = new HashMap<>();
    old.members().forEach(field -> count.merge(field.name(), 1, Integer::sum));
    return old.members().stream()
        .map(field ->
            new FieldSchema(
                field.name(),
                count.getOrDefault(field.name(), 1) > 1 ? field.owner() : "",
                new ValueSchema.Any()))
        .toList();
  }

  private List<FieldTargets.Owner> owners(Described type) {
    List<FieldTargets.Owner> owners = new ArrayList<>();
    owners.add(owner(type.name()));
    type.supertypes().forEach(supertype -> owners.add(owner(supertype.name())));
    return owners;
  }

  private FieldTargets.Owner owner(String name) {
    Described type = newer.types().get(name);
    return new FieldTargets.Owner(name, type == null ? List.of() : type.aliases());
  }

  private List<FieldTargets.Target> asTargets(Collection<Member> fields) {
    return fields.stream()
        .map(field -> new FieldTargets.Target(field.name(), field.aliases(), owner(field.owner())))
        .toList();
  }

  /// The fields of a class; fields of superclasses come first.
  private static List<Member> targets(Described type) {
    List<String> owners = type.supertypes().stream().map(Declared::name).toList();
    return type.members().stream()
        .sorted(Comparator.comparingInt((Member field) -> owners.indexOf(field.owner())).reversed())
        .toList();
  }

  private void compareTypes(Described type, Member old, Member now) {
    Declared before = old.declared();
    Declared after = now.declared();
    Fit fit = rules.of(before, after);
    String change =
        rules.today(before).equals(after)
            ? "is %s".formatted(after)
            : "was %s and is %s now".formatted(before, after);
    String why = fit.why().isEmpty() ? "" : ": " + fit.why();
    switch (fit.level()) {
      case SAME -> {
        if (older.isWhole() && !rules.today(before).equals(after)) {
          add(Effect.COMPATIBLE, type, old.name(), change);
        }
      }
      case WIDER -> add(Effect.WIDENED, type, old.name(), change + why);
      case LOSSY -> add(Effect.LOST, type, old.name(), change + why);
      case SOMETIMES -> add(Effect.INCOMPATIBLE, type, old.name(), change + why);
      case NEVER ->
          add(
              Effect.INCOMPATIBLE,
              type,
              old.name(),
              change
                  + ", which cannot hold its values: objects of the class are an error; keep the"
                  + " type, or give the new field another name");
    }
  }

  /// Compares default values and declaring classes.
  private void compareOthers(Described type, Member old, Described typeNow, Member now) {
    if (!older.isWhole()) {
      return;
    }
    if (!Objects.equals(old.defaultText(), now.defaultText())) {
      add(
          Effect.DEFAULT,
          type,
          old.name(),
          "payloads without it got %s and get %s now"
              .formatted(defaultValue(type, old), defaultValue(typeNow, now)));
    }
    Described owner = newer.called(old.owner());
    String before = owner == null ? old.owner() : owner.name();
    boolean isOwn = old.owner().equals(type.name()) && now.owner().equals(typeNow.name());
    if (!isOwn && !before.equals(now.owner())) {
      add(
          Effect.COMPATIBLE,
          type,
          old.name(),
          "was declared in %s and is declared in %s now".formatted(old.owner(), now.owner()));
    }
  }

  private void addUnmatched(Described old, List<Member> gone, Described now, List<Member> added) {
    Map<Declared, List<Member>> goneByType =
        gone.stream().collect(Collectors.groupingBy(field -> rules.today(field.declared())));
    Map<Declared, List<Member>> addedByType =
        added.stream().collect(Collectors.groupingBy(Member::declared));
    Set<Member> paired = new HashSet<>();
    goneByType.forEach((type, fields) -> {
      List<Member> alike = addedByType.getOrDefault(type, List.of());
      if (fields.size() == 1 && alike.size() == 1) {
        paired.addAll(alike);
      }
      for (Member field : fields) {
        if (alike.isEmpty()) {
          add(
              Effect.LOST,
              old,
              field.name(),
              "%s %s is gone: its values are skipped".formatted(field.declared(), field.name()));
        } else {
          addRenamed(old, field, now, alike);
        }
      }
    });
    for (Member field : added) {
      if (!paired.contains(field)) {
        add(
            Effect.DEFAULT,
            old,
            field.name(),
            "%s %s is new: old payloads get %s%s"
                .formatted(
                    field.declared(),
                    field.name(),
                    defaultValue(now, field),
                    field.defaultText() == null ? "; @DefaultValue sets another value" : ""));
      }
    }
  }

  private void addRenamed(Described old, Member field, Described now, List<Member> alike) {
    List<String> names = alike.stream().limit(MOST_NAMED).map(Member::name).toList();
    boolean isOne = alike.size() == 1;
    add(
        Effect.LOOKS_RENAMED,
        old,
        field.name(),
        "%s %s is gone and %s %s new; if it was renamed, add @Alias(%s) to %s"
                .formatted(
                    field.declared(),
                    field.name(),
                    String.join(", ", names),
                    isOne ? "is" : "are",
                    Names.quote(field.name()),
                    isOne ? names.getFirst() : "the one that it has become")
            + "; otherwise its values are skipped"
            + (isOne
                ? ", and %s is %s".formatted(names.getFirst(), defaultValue(now, alike.getFirst()))
                : ""));
  }

  private static String defaultValue(Described type, Member field) {
    if (field.defaultText() != null) {
      return "@DefaultValue(%s)".formatted(Names.quote(field.defaultText()));
    }
    String zero =
        Hierarchy.primitive(field.declared()) == null
            ? "null"
            : field.declared().name().equals("boolean") ? "false" : "0";
    return type.sort() == Sort.RECORD
        ? zero
        : "what the constructor without parameters assigns, or " + zero;
  }

  /// Compares the elements of classes that extend a JDK container.
  private void compareElements(Described old, Described now) {
    if (old.sort() != Sort.CONTAINER && old.sort() != Sort.REPLACED_CONTAINER) {
      return;
    }
    Declared before = Hierarchy.container(old);
    Declared after = Hierarchy.container(now);
    if (before == null || after == null) {
      return;
    }
    if (isMap(before) != isMap(after)) {
      add(
          Effect.INCOMPATIBLE,
          old,
          "",
          "was a %s and is a %s now: its objects are an error".formatted(before, after));
      return;
    }
    Fit fit = Fit.SAME;
    for (int i = 0; i < after.arguments().size(); i++) {
      fit = fit.and(rules.of(before.argument(i), after.argument(i)));
    }
    if (fit.level() != Fit.Level.SAME) {
      Effect effect =
          switch (fit.level()) {
            case SAME, WIDER -> Effect.WIDENED;
            case LOSSY -> Effect.LOST;
            case SOMETIMES, NEVER -> Effect.INCOMPATIBLE;
          };
      String why = fit.why().isEmpty() ? "" : ": " + fit.why();
      add(effect, old, "", "was a %s and is a %s now%s".formatted(before, after, why));
    }
  }

  private static boolean isMap(Declared type) {
    Class<?> jdk = Hierarchy.jdk(type.name());
    return jdk != null && Map.class.isAssignableFrom(jdk);
  }
}
