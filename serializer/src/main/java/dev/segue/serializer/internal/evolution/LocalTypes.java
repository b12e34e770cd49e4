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
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
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
    types.stream()
        .sorted(Comparator.comparingInt(LocalType::number))
        .forEach(type -> byClass.put(type.type(), type));
    for (LocalType type : byClass.values()) {
      if (type.number() != 0) {
        byNumber.put(type.number(), type);
      }
      for (String alias : Markings.aliases(type.type())) {
        byName.putIfAbsent(alias, type);
      }
    }
    byClass.values().forEach(type -> byName.put(type.type().getName(), type));
    byClass.keySet().forEach(this::addEnumIn);
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
    byClass.values().forEach(LocalTypes::checkDefaults);
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
    open.sought = type -> !closed.contains(type.type()) && (type.isByRule() || !onlyByRule);
    fill(open, root);
    return open.isFound;
  }

  /// The names of the classes in a local schema document that rules have allowed.
  SchemaDocument names(SchemaDocument document) {
    return SchemaDocument.ofNames(
        document.types().stream().filter(type -> isByRule(type.number())).toList());
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
    Arrays.stream(met)
        .map(id -> TypeRegistry.FIRST_USER_ID + id)
        .mapToObj(byNumber::get)
        .filter(Objects::nonNull)
        .forEach(reach::add);
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
    Stream<TypeSchema> registered =
        reach.types.values().stream()
            .sorted(Comparator.comparingInt(LocalType::number))
            .map(LocalType::schema);
    Stream<TypeSchema> declared =
        reach.enums.values().stream()
            .filter(type -> !reach.types.containsKey(type))
            .map(LocalType::schemaOfEnum);
    return new SchemaDocument(
        registry.options().compactNumbers(), Stream.concat(registered, declared).toList());
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
      byClass.values().forEach(reach::add);
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

    /// The type that ended the search; null if all types were found.
    @Nullable Predicate<LocalType> sought;

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
        isFound |= sought != null && sought.test(type);
      }
    }

    private void pushAll() {
      if (isOpen) {
        byClass.values().forEach(this::push);
      }
    }

    private void expand(LocalType type) {
      if (type.kind().hasFields()) {
        type.requireModel().fields().stream().map(FieldModel::shape).forEach(this::add);
      }
      switch (type.kind()) {
        case PLAIN, ENUM -> {}
        case ARRAY -> add(type.shapes().of(type.type().componentType()));
        case EXTENSION, HOOKED, HOOKED_EXTENSION, CODEC, THROWABLE, EXTERNALIZABLE, SERIALIZED ->
            pushAll();
      }
    }

    private void add(Shape shape) {
      switch (shape) {
        case Shape.Primitive _, Shape.Boxed _, Shape.Text _, Shape.PrimitiveArray _ -> {}
        case Shape.EnumConstant constant -> {
          LocalType known = byClass.get(constant.type());
          if (known != null && !known.isByRule()) {
            push(known);
          } else {
            enums.put(constant.type().getName(), constant.type());
          }
        }
        case Shape.Table table -> {
          table.columns().forEach(this::add);
          pushAssignable(table.type());
        }
        case Shape.Bean bean -> {
          push(Objects.requireNonNull(byClass.get(bean.type()), "a registered class"));
          pushAssignable(bean.type());
        }
        case Shape.Any any -> addAny(any.type());
        case Shape.Foreign _ -> throw new AssertionError("shapes of this side are not foreign");
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
        byClass.values().stream()
            .filter(type ->
                declared.isAssignableFrom(type.type())
                    || (type.kind() == TypeSchema.Kind.CODEC
                        && !Modifier.isFinal(type.type().getModifiers())))
            .forEach(this::push);
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
