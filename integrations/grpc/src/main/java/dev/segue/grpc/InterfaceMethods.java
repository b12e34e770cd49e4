// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// The methods of a service's interface: the remote methods, and the default methods.
final class InterfaceMethods {

  private final Class<?> type;
  private final TypeArguments arguments;

  InterfaceMethods(Class<?> type) {
    this.type = type;
    this.arguments = new TypeArguments(type);
  }

  /// A method, which several interfaces may declare.
  ///
  /// @param method the declaration whose result fits all others
  /// @param declarations all declarations
  record Remote(Method method, List<Method> declarations) {}

  /// The identity of a method: its name and parameter types, with resolved type variables.
  private record Signature(String name, List<Class<?>> parameters) {}

  /// The remote methods, ordered by name.
  ///
  /// @throws IllegalArgumentException if a method cannot be called remotely
  List<Remote> remote() {
    Map<Signature, List<Method>> declarations = new LinkedHashMap<>();
    Arrays.stream(type.getMethods())
        .filter(method -> Modifier.isAbstract(method.getModifiers()) && !isOfObject(method))
        .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toString))
        .forEach(method ->
            declarations
                .computeIfAbsent(
                    new Signature(
                        method.getName(), arguments.erasures(method.getGenericParameterTypes())),
                    _ -> new ArrayList<>())
                .add(method));
    List<Remote> remote = new ArrayList<>();
    for (List<Method> same : declarations.values()) {
      Remote found = new Remote(mostSpecific(same), same);
      requireCallable(found);
      same.forEach(InterfaceMethods::makeAccessible);
      remote.add(found);
    }
    return remote;
  }

  /// Whether a method redeclares a method of `Object`, which a client executes itself.
  private static boolean isOfObject(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    return switch (method.getName()) {
      case "hashCode", "toString" -> parameters.length == 0;
      case "equals" -> parameters.length == 1 && parameters[0] == Object.class;
      default -> false;
    };
  }

  /// The declaration whose result fits all others.
  private Method mostSpecific(List<Method> same) {
    Method best = same.getFirst();
    for (Method other : same) {
      Class<?> result = result(other);
      if (result == result(best)
          ? best.getDeclaringClass().isAssignableFrom(other.getDeclaringClass())
          : result(best).isAssignableFrom(result)) {
        best = other;
      }
    }
    return best;
  }

  private Class<?> result(Method method) {
    return TypeArguments.erasure(arguments.resolve(method.getGenericReturnType()));
  }

  private void requireCallable(Remote remote) {
    Method method = remote.method();
    Set<String> names =
        remote.declarations().stream().map(ServiceMethod::name).collect(Collectors.toSet());
    boolean isRedeclared = method.getDeclaringClass() == type;
    if (names.size() > 1 && !isRedeclared) {
      throw ServiceMethod.refused(
          method,
          "other super-interfaces of %s declare it with another @GrpcName; declare it in %s"
              .formatted(type.getSimpleName(), type.getSimpleName()));
    }
    if (method.getName().equals("close")
        && method.getParameterCount() == 0
        && AutoCloseable.class.isAssignableFrom(type)
        && !method.isAnnotationPresent(GrpcName.class)) {
      throw ServiceMethod.refused(
          method,
          "to close a client would close the server's service; make it a default method, which is"
              + " not called remotely, or give it a name with @GrpcName if that is meant");
    }
    for (Method declaration : remote.declarations()) {
      requireVisible(declaration);
    }
  }

  /// Checks that the generated client class can access the result's class. The client is in the
  /// package of the interface, unless the interface is public.
  private void requireVisible(Method method) {
    Class<?> result = method.getReturnType();
    while (result.isArray()) {
      result = result.getComponentType();
    }
    boolean isPublic = (result.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    boolean isNeighbor =
        !Modifier.isPublic(type.getModifiers())
            && result.getPackageName().equals(type.getPackageName())
            && Objects.equals(result.getClassLoader(), type.getClassLoader());
    if (!isPublic && !isNeighbor) {
      throw ServiceMethod.refused(
          method,
          "its result %s is not public, so a client of %s cannot return it; make it public%s"
              .formatted(
                  result.getSimpleName(),
                  type.getSimpleName(),
                  Modifier.isPublic(type.getModifiers())
                          && result.getPackageName().equals(type.getPackageName())
                      ? ", or the interface not public"
                      : ""));
    }
  }

  private static void makeAccessible(Method method) {
    try {
      method.setAccessible(true);
    } catch (InaccessibleObjectException e) {
      throw notOpen(method, e);
    }
  }

  private static IllegalArgumentException notOpen(Method method, Exception cause) {
    return new IllegalArgumentException(
        "cannot bind %s to gRPC: open the package of its interface to dev.segue.grpc"
            .formatted(ServiceMethod.toString(method)),
        cause);
  }

  /// The default methods that a client runs itself, as handles that take the client and an array of
  /// arguments. Default methods of public interfaces in packages that are not open are omitted: any
  /// caller can run them.
  ///
  /// @throws IllegalArgumentException if another default method is in a package that is not open
  Map<Method, MethodHandle> defaults() {
    Map<Method, MethodHandle> defaults = new HashMap<>();
    for (Method method : type.getMethods()) {
      if (method.isDefault()) {
        try {
          defaults.put(method, direct(method));
        } catch (IllegalAccessException e) {
          if (!isExported(method.getDeclaringClass())) {
            throw notOpen(method, e);
          }
        }
      }
    }
    return defaults;
  }

  /// Calls the default method itself, not a method that overrides it.
  private static MethodHandle direct(Method method) throws IllegalAccessException {
    Class<?> declaring = method.getDeclaringClass();
    InterfaceMethods.class.getModule().addReads(declaring.getModule());
    return MethodHandles.privateLookupIn(declaring, MethodHandles.lookup())
        .unreflectSpecial(method, declaring)
        .asFixedArity()
        .asSpreader(Object[].class, method.getParameterCount())
        .asType(MethodType.methodType(Object.class, Object.class, Object[].class));
  }

  private static boolean isExported(Class<?> declaring) {
    return Modifier.isPublic(declaring.getModifiers())
        && declaring
            .getModule()
            .isExported(declaring.getPackageName(), InterfaceMethods.class.getModule());
  }
}
