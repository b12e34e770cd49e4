// SPDX-License-Identifier: Apache-2.0

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// The gate for changes of the public API: `Api check FILE CLASSES CLASSPATH` compares the compiled
/// API of a module with its `api.txt`, and `Api write` updates the file. Run by `mvn verify
/// -Pchecks` in each published module, see `pom.xml` and `docs/stability.md`.
///
/// The API consists of the public and protected members of the packages that `module-info` exports
/// to everybody; without a `module-info`, of all packages. Members that a public type inherits from
/// a non-public type are listed as its own.
class Api {

  private static final String UPDATE = "mvn -B verify -Pchecks -DskipTests -Dapi.goal=write";

  /// Packages that are omitted, since every reader knows them.
  private static final List<String> KNOWN_PACKAGES =
      List.of("org.jspecify.annotations", "java.lang.annotation", "java.lang");

  private final Elements elements;
  private final Set<String> packages;
  private final List<Pattern> omitted;
  private final StringBuilder text = new StringBuilder();

  private Api(Elements elements, Set<String> packages) {
    this.elements = elements;
    this.packages = packages;
    this.omitted =
        Stream.concat(KNOWN_PACKAGES.stream(), packages.stream())
            .map(name -> Pattern.compile("\\b" + Pattern.quote(name) + "\\.(?=@?[A-Z])"))
            .toList();
  }

  public static void main(String[] args) throws IOException {
    boolean check = args[0].equals("check");
    Path file = Path.of(args[1]);
    Path classes = Path.of(args[2]);
    String found = text(classes, args[3]);
    String known = Files.exists(file) ? Files.readString(file) : "";
    if (found.equals(known)) {
      return;
    }
    if (!check) {
      Files.writeString(file, found);
      return;
    }
    System.out.println(file + " is not the API of this module; + is new, - is gone:");
    differences(known.lines().toList(), found.lines().toList()).forEach(System.out::println);
    System.out.println("If the change is intended, add it to CHANGELOG.md and run: " + UPDATE);
    System.exit(1);
  }

  private static List<String> differences(List<String> before, List<String> after) {
    List<String> all = new ArrayList<>();
    Set<String> known = new LinkedHashSet<>(qualified(before));
    Set<String> found = new LinkedHashSet<>(qualified(after));
    known.stream().filter(line -> !found.contains(line)).forEach(line -> all.add("- " + line));
    found.stream().filter(line -> !known.contains(line)).forEach(line -> all.add("+ " + line));
    return all;
  }

  /// Prepends the name of its type to each member.
  private static List<String> qualified(List<String> lines) {
    List<String> all = new ArrayList<>();
    String type = "";
    for (String line : lines) {
      if (line.startsWith("  ")) {
        all.add(type + ": " + line.strip());
      } else if (!line.isEmpty()) {
        type = line.replaceFirst(" (extends|implements|permits|with) .*", "");
        all.add(line);
      }
    }
    return all;
  }

  private static String text(Path classes, String classPath) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  List.of(
                      "--class-path",
                      classPath,
                      "-proc:none",
                      "-XDaddTypeAnnotationsToSymbol=true"),
                  List.of("java.lang.Object"),
                  null);
      Set<String> packages = exported(classes);
      Api api = new Api(task.getElements(), packages);
      for (String name : packages) {
        for (String type : typesOf(classes, name)) {
          api.add(api.elements.getTypeElement(type));
        }
      }
      return api.text.toString();
    }
  }

  private static Set<String> exported(Path classes) throws IOException {
    Path descriptor = classes.resolve("module-info.class");
    if (Files.exists(descriptor)) {
      try (InputStream in = Files.newInputStream(descriptor)) {
        return ModuleDescriptor.read(in).exports().stream()
            .filter(exports -> !exports.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toCollection(TreeSet::new));
      }
    }
    try (var files = Files.walk(classes)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .map(file -> classes.relativize(file.getParent()).toString().replace('/', '.'))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /// Returns the names of the top-level types of a package.
  private static List<String> typesOf(Path classes, String packageName) throws IOException {
    try (var files = Files.list(classes.resolve(packageName.replace('.', '/')))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("\\w+\\.class") && !name.startsWith("package-info"))
          .map(name -> packageName + "." + name.replace(".class", ""))
          .sorted()
          .toList();
    }
  }

  private void add(TypeElement type) {
    if (!isVisible(type)) {
      return;
    }
    text.append(text.isEmpty() ? "" : "\n").append(declaration(type)).append('\n');
    members(type).stream().sorted().forEach(line -> text.append("  ").append(line).append('\n'));
    ElementFilter.typesIn(type.getEnclosedElements()).stream()
        .sorted(Comparator.comparing(nested -> nested.getSimpleName().toString()))
        .forEach(this::add);
  }

  private static boolean isVisible(Element element) {
    Set<Modifier> modifiers = element.getModifiers();
    return modifiers.contains(Modifier.PUBLIC) || modifiers.contains(Modifier.PROTECTED);
  }

  private String declaration(TypeElement type) {
    StringBuilder line = new StringBuilder(annotations(type));
    boolean isClass = type.getKind() == ElementKind.CLASS;
    line.append(modifiers(type, isClass ? Set.of() : EnumSet.of(Modifier.FINAL, Modifier.ABSTRACT)))
        .append(
            switch (type.getKind()) {
              case INTERFACE -> "interface ";
              case ANNOTATION_TYPE -> "@interface ";
              case ENUM -> "enum ";
              case RECORD -> "record ";
              default -> "class ";
            })
        .append(type.getQualifiedName())
        .append(typeParameters(type.getTypeParameters()));
    if (isClass && type.getSuperclass().getKind() != TypeKind.NONE) {
      String parent = name(visibleSuperclass(type));
      line.append(parent.equals("Object") ? "" : " extends " + parent);
    }
    if (!type.getInterfaces().isEmpty() && type.getKind() != ElementKind.ANNOTATION_TYPE) {
      line.append(isInterface(type) ? " extends " : " implements ")
          .append(names(type.getInterfaces()));
    }
    String named =
        type.getPermittedSubclasses().stream()
            .filter(permitted -> !isHidden((TypeElement) ((DeclaredType) permitted).asElement()))
            .map(this::name)
            .sorted()
            .collect(Collectors.joining(", "));
    return line.append(named.isEmpty() ? "" : " permits " + named).toString();
  }

  /// The nearest superclass that users can name. The members of those between are listed with the
  /// type itself.
  private TypeMirror visibleSuperclass(TypeElement type) {
    TypeMirror parent = type.getSuperclass();
    while (isHidden((TypeElement) ((DeclaredType) parent).asElement())) {
      parent = ((TypeElement) ((DeclaredType) parent).asElement()).getSuperclass();
    }
    return parent;
  }

  private static boolean isInterface(TypeElement type) {
    return type.getKind().isInterface();
  }

  private Set<String> members(TypeElement type) {
    Set<String> lines = new TreeSet<>();
    for (RecordComponentElement component : type.getRecordComponents()) {
      lines.add("component " + name(component.asType()) + " " + component.getSimpleName());
    }
    for (Element member : elements.getAllMembers(type)) {
      TypeElement owner = (TypeElement) member.getEnclosingElement();
      boolean isImplied =
          type.getKind() == ElementKind.ENUM
              && member.getSimpleName().toString().matches("values|valueOf");
      if (isVisible(member) && !isImplied && (owner.equals(type) || isHidden(owner))) {
        switch (member) {
          case ExecutableElement method -> lines.add(method(type, method));
          case VariableElement field -> lines.add(field(field));
          default -> {}
        }
      }
    }
    return lines;
  }

  /// Whether users cannot name a type of this module.
  private boolean isHidden(TypeElement owner) {
    String packageName = elements.getPackageOf(owner).getQualifiedName().toString();
    return packages.contains(packageName)
        ? !isVisible(owner)
        : packages.stream().anyMatch(name -> packageName.startsWith(name + "."));
  }

  private String field(VariableElement field) {
    if (field.getKind() == ElementKind.ENUM_CONSTANT) {
      return "constant " + field.getSimpleName();
    }
    Object value = field.getConstantValue();
    return annotations(field)
        + modifiers(field, Set.of())
        + name(field.asType())
        + " "
        + field.getSimpleName()
        + (value == null ? "" : " = " + elements.getConstantExpression(value));
  }

  private String method(TypeElement type, ExecutableElement method) {
    StringBuilder line = new StringBuilder(annotations(method));
    line.append(method.isDefault() ? "default " : "")
        .append(
            modifiers(
                method,
                EnumSet.of(
                    Modifier.NATIVE, Modifier.SYNCHRONIZED, Modifier.STRICTFP, Modifier.DEFAULT)));
    String parameters = typeParameters(method.getTypeParameters());
    line.append(parameters.isEmpty() ? "" : parameters + " ");
    if (method.getKind() == ElementKind.CONSTRUCTOR) {
      line.append(type.getSimpleName());
    } else {
      line.append(name(method.getReturnType())).append(' ').append(method.getSimpleName());
    }
    List<String> types =
        new ArrayList<>(method.getParameters().stream().map(one -> name(one.asType())).toList());
    if (method.isVarArgs()) {
      types.add(types.removeLast().replaceFirst("\\[]$", "..."));
    }
    line.append('(').append(String.join(", ", types)).append(')');
    if (!method.getThrownTypes().isEmpty()) {
      line.append(" throws ").append(names(method.getThrownTypes()));
    }
    return line.append(
            method.getDefaultValue() == null ? "" : " default " + method.getDefaultValue())
        .toString();
  }

  /// The modifiers without `public`, which applies to all members without `protected`.
  private static String modifiers(Element element, Set<Modifier> implied) {
    return element.getModifiers().stream()
        .filter(modifier -> modifier != Modifier.PUBLIC && !implied.contains(modifier))
        .map(modifier -> modifier + " ")
        .collect(Collectors.joining());
  }

  /// The annotations that matter to users: whether a member is deprecated, and the targets of an
  /// annotation.
  private String annotations(AnnotatedConstruct element) {
    return element.getAnnotationMirrors().stream()
        .map(Object::toString)
        .filter(name -> name.startsWith("@java.lang."))
        .map(name -> shortened(name) + " ")
        .sorted()
        .collect(Collectors.joining());
  }

  private String typeParameters(List<? extends TypeParameterElement> parameters) {
    return parameters.isEmpty()
        ? ""
        : parameters.stream().map(this::typeParameter).collect(Collectors.joining(", ", "<", ">"));
  }

  private String typeParameter(TypeParameterElement parameter) {
    String bounds =
        parameter.getBounds().stream().map(this::name).collect(Collectors.joining(" & "));
    return parameter + (bounds.equals("Object") ? "" : " extends " + bounds);
  }

  private String names(List<? extends TypeMirror> types) {
    return types.stream().map(this::name).collect(Collectors.joining(", "));
  }

  private String name(TypeMirror type) {
    return shortened(type.toString());
  }

  private String shortened(String name) {
    String text = name;
    for (Pattern prefix : omitted) {
      text = prefix.matcher(text).replaceAll("");
    }
    return text.replaceAll(",(?! )", ", ");
  }
}
