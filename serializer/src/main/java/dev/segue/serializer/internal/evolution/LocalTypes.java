// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.wire.Form;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The local classes, their schemas, and the lookup of classes by the names that writers use.
public final class LocalTypes {

  private final TypeRegistry registry;
  private final Shapes shapes;
  private final Map<Class<?>, LocalType> byClass = new LinkedHashMap<>();
  private final Map<String, LocalType> byName = new HashMap<>();
  private final Map<Integer, LocalType> byNumber = new HashMap<>();

  /// Enums that arrays of a registered class hold, whether they are registered or not.
  private final Map<String, Class<?>> enumsInArrays = new HashMap<>();

  /// @param registry the serializer's own registry
  /// @param shapes the shapes of the local classes
  public LocalTypes(TypeRegistry registry, Shapes shapes, Collection<LocalType> types) {
    this.registry = registry;
    this.shapes = shapes;
    for (LocalType type : sorted(types)) {
      byClass.put(type.type(), type);
    }
    for (LocalType type : byClass.values()) {
      if (type.number() != 0) {
        byNumber.put(type.number(), type);
      }
      for (String alias : Markings.aliases(type.type())) {
        byName.putIfAbsent(alias, type);
      }
    }
    for (LocalType type : byClass.values()) {
      byName.put(type.type().getName(), type);
      addEnumIn(type.type());
    }
  }

  private static List<LocalType> sorted(Collection<LocalType> types) {
    List<LocalType> sorted = new ArrayList<>(types);
    sorted.sort(LocalType.BY_NUMBER);
    return sorted;
  }

  private void addEnumIn(Class<?> type) {
    Class<?> element = Shapes.innermost(type);
    if (element.isEnum()) {
      enumsInArrays.put(element.getName(), element);
    }
  }

  /// Returns a snapshot with more classes.
  public LocalTypes plus(Collection<LocalType> more) {
    List<LocalType> all = new ArrayList<>(byClass.values());
    all.addAll(more);
    return new LocalTypes(registry, shapes, all);
  }

  /// Checks the default values of fields.
  void checkDefaults() {
    for (LocalType type : byClass.values()) {
      checkDefaults(type);
    }
  }

  /// Checks the default values of a class's fields.
  ///
  /// @throws dev.segue.serializer.SerializationException if one is not a value of its type
  public static void checkDefaults(LocalType type) {
    ClassModel model = type.model();
    if (model != null) {
      Defaults.check(model);
    } else if (type.kind() == TypeSchema.Kind.THROWABLE) {
      StatedFields _ = new StatedFields(type.type(), Throwable.class);
    }
  }

  Shapes shapes() {
    return shapes;
  }

  TypeRegistry registry() {
    return registry;
  }

  /// A known class, or null.
  public @Nullable LocalType of(Class<?> type) {
    return byClass.get(type);
  }

  /// The known class with a name or an alias, or null.
  public @Nullable LocalType named(String name) {
    return byName.get(name);
  }

  /// The enum with a name or an alias if it, or an array of it, is registered; or null.
  @Nullable Class<?> enumNamed(String name) {
    LocalType local = named(name);
    Class<?> type = local == null ? enumsInArrays.get(name) : local.type();
    return type != null && type.isEnum() ? type : null;
  }

  /// Whether payloads with such a root may hold classes that no declared type in it names.
  boolean isOpen(TypeEntry root) {
    return isOpenTo(root, false);
  }

  /// Whether payloads with such a root may hold classes that rules have allowed and no declared
  /// type names.
  boolean isOpenToRules(TypeEntry root) {
    return isOpenTo(root, true);
  }

  private boolean isOpenTo(TypeEntry root, boolean onlyByRule) {
    Set<Class<?>> closed = reach(root, false).types.keySet();
    Reach open = new Reach(true);
    open.closed = closed;
    open.seeksByRule = onlyByRule;
    fill(open, root);
    return open.isFound;
  }

  /// The names of the classes in a local schema document that rules have allowed.
  SchemaDocument names(SchemaDocument document) {
    List<TypeSchema> byRule = new ArrayList<>();
    for (TypeSchema type : document.types()) {
      if (isByRule(type.number())) {
        byRule.add(type);
      }
    }
    return SchemaDocument.ofNames(byRule);
  }

  private boolean isByRule(int number) {
    LocalType type = byNumber.get(number);
    return type != null && type.isByRule();
  }

  /// The schema of all classes that a payload with such a root can hold, according to declared
  /// types.
  SchemaDocument document(TypeEntry root) {
    return document(reach(root, true));
  }

  /// The schema of payloads with such a root, with the classes that declared types name and the
  /// given ones.
  ///
  /// @param met the ids of the other classes
  SchemaDocument document(TypeEntry root, int[] met) {
    Reach reach = reach(root, false);
    for (int id : met) {
      LocalType type = byNumber.get(TypeRegistry.FIRST_USER_ID + id);
      if (type != null) {
        reach.add(type);
      }
    }
    return document(reach);
  }

  /// The schema of a writer with the same classes, for the class names of another schema; null if
  /// some of the classes are not registered here.
  @Nullable SchemaDocument likewise(SchemaDocument other) {
    Reach reach = new Reach(false);
    for (TypeSchema type : other.types()) {
      if (type.number() != 0) {
        LocalType local = byName.get(type.name());
        if (local == null) {
          return null;
        }
        reach.add(local);
      }
    }
    return document(reach);
  }

  /// The schema of a writer with the same classes but other numbers; null if its numbers equal the
  /// local ones.
  ///
  /// @param names the classes with the writer's numbers
  /// @param position the position of the names, for errors
  /// @throws dev.segue.serializer.SerializationException if the classes are not the same
  @Nullable SchemaDocument numberedAs(SchemaDocument names, long position) {
    Reach reach = new Reach(false);
    byClass.values().stream().filter(type -> !type.isByRule()).forEach(reach::add);
    Map<String, TypeSchema> written = new HashMap<>();
    boolean isOwn = true;
    for (TypeSchema type : names.types()) {
      LocalType local = NamesOfClasses.requireSame(type, named(type.name()), position);
      written.put(local.type().getName(), type);
      isOwn = isOwn && local.number() == type.number();
      reach.add(local);
    }
    return isOwn ? null : NamesOfClasses.numbered(document(reach), written, position);
  }

  private SchemaDocument document(Reach reach) {
    List<TypeSchema> schemas = new ArrayList<>();
    for (LocalType type : sorted(reach.types.values())) {
      schemas.add(type.schema());
    }
    for (Class<?> type : reach.enums.values()) {
      if (!reach.types.containsKey(type)) {
        schemas.add(LocalType.schemaOfEnum(type));
      }
    }
    return new SchemaDocument(registry.options().compactNumbers(), schemas);
  }

  private Reach reach(TypeEntry root, boolean isOpen) {
    Reach reach = new Reach(isOpen);
    fill(reach, root);
    return reach;
  }

  private void fill(Reach reach, TypeEntry root) {
    LocalType type = byClass.get(root.type());
    if (type != null) {
      reach.add(type);
    } else if (reach.isOpen && !isPlain(root)) {
      for (LocalType each : byClass.values()) {
        reach.add(each);
      }
    }
  }

  private static boolean isPlain(TypeEntry jdkType) {
    return switch (jdkType.codec().form()) {
      case Form.Plain _, Form.Text _, Form.Elements _ -> jdkType.type() != Class.class;
      case Form.Constant _, Form.Parts _, Form.Tree _, Form.AnyArray _, Form.Opaque _ -> false;
    };
  }

  /// The classes reachable through declared types: the classes that they name and, if the search is
  /// open, all other classes whose objects they may hold.
  private final class Reach {

    final Map<Class<?>, LocalType> types = new HashMap<>();

    /// Enums that are declared, but not registered, by name. An enum that a rule allows may also be
    /// among the types, if a type reference names it.
    final Map<String, Class<?>> enums = new TreeMap<>();

    /// A type that is not among these ends the search; null to find all types.
    @Nullable Set<Class<?>> closed;

    /// Whether only a type that a rule allows ends the search.
    boolean seeksByRule;

    boolean isFound;

    private final boolean isOpen;
    private final Deque<LocalType> waiting = new ArrayDeque<>();

    Reach(boolean isOpen) {
      this.isOpen = isOpen;
    }

    void add(LocalType first) {
      push(first);
      while (!waiting.isEmpty() && !isFound) {
        expand(waiting.pop());
      }
    }

    private void push(LocalType type) {
      if (types.putIfAbsent(type.type(), type) == null) {
        waiting.push(type);
        isFound |= isSought(type);
      }
    }

    private boolean isSought(LocalType type) {
      return closed != null && !closed.contains(type.type()) && (type.isByRule() || !seeksByRule);
    }

    private void pushAll() {
      if (isOpen) {
        for (LocalType type : byClass.values()) {
          push(type);
        }
      }
    }

    private void expand(LocalType type) {
      if (type.kind().hasFields()) {
        for (FieldModel field : type.requireModel().fields()) {
          add(field.shape());
        }
      }
      if (type.kind() == TypeSchema.Kind.ARRAY) {
        add(type.shapes().of(type.type().componentType()));
      } else if (type.kind() != TypeSchema.Kind.PLAIN && type.kind() != TypeSchema.Kind.ENUM) {
        pushAll();
      }
    }

    private void add(Shape shape) {
      if (shape instanceof Shape.EnumConstant constant) {
        addEnum(constant.type());
      } else if (shape instanceof Shape.Table table) {
        for (Shape column : table.columns()) {
          add(column);
        }
        pushAssignable(table.type());
      } else if (shape instanceof Shape.Bean bean) {
        push(Objects.requireNonNull(byClass.get(bean.type()), "a registered class"));
        pushAssignable(bean.type());
      } else if (shape instanceof Shape.Any any) {
        addAny(any.type());
      } else if (shape instanceof Shape.Foreign) {
        throw new AssertionError("shapes of this side are not foreign");
      }
    }

    private void addEnum(Class<?> type) {
      LocalType known = byClass.get(type);
      if (known != null && !known.isByRule()) {
        push(known);
      } else {
        enums.put(type.getName(), type);
      }
    }

    private void addAny(Class<?> declared) {
      if (!declared.getName().startsWith("java.")) {
        pushAssignable(declared);
        return;
      }
      TypeEntry entry = registry.entry(declared);
      boolean closed = entry != null && Modifier.isFinal(declared.getModifiers()) && isPlain(entry);
      if (!closed) {
        pushAll();
      }
    }

    /// A codec can also serve subclasses of its class, which can be assignable to any interface.
    private void pushAssignable(Class<?> declared) {
      if (isOpen) {
        for (LocalType type : byClass.values()) {
          if (declared.isAssignableFrom(type.type())
              || (type.kind() == TypeSchema.Kind.CODEC
                  && !Modifier.isFinal(type.type().getModifiers()))) {
            push(type);
          }
        }
      }
    }
  }

  /// The local classes that match the plain types of a document.
  Set<Class<?>> plain(SchemaDocument document) {
    return Set.copyOf(
        document.types().stream()
            .filter(type -> type.kind() == TypeSchema.Kind.PLAIN)
            .map(type -> named(type.name()))
            .filter(type -> type != null)
            .<Class<?>>map(LocalType::type)
            .toList());
  }

  /// The models of the classes that are written field by field.
  public Map<Class<?>, ClassModel> models() {
    Map<Class<?>, ClassModel> models = new HashMap<>();
    for (LocalType type : byClass.values()) {
      ClassModel model = type.model();
      if (model != null) {
        models.put(type.type(), model);
      }
    }
    return models;
  }

  public List<LocalType> all() {
    return List.copyOf(byClass.values());
  }
}
