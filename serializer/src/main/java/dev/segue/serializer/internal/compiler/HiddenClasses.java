// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import java.lang.System.Logger.Level;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;

/// Generates and defines hidden classes in the packages of users' classes.
final class HiddenClasses {

  /// With the value `deny`, no class is defined, as in a native image. With `avoid`, a class is
  /// defined only if it was not generated at build time.
  private static final String PROPERTY = "dev.segue.serializer.classDefinition";

  private static final String DENY = "deny";
  private static final String AVOID = "avoid";

  /// The GraalVM property that distinguishes a running native image from one being built.
  private static final String IMAGE_CODE = "org.graalvm.nativeimage.imagecode";

  /// Whether this JVM has refused to define a class.
  private static volatile boolean isRefused;

  private HiddenClasses() {}

  /// Whether generated code beside a type is possible. Either the JVM has not refused to define
  /// classes, or there are classes from build time. In addition, the type's class loader must find
  /// the serializer's classes.
  static boolean canBeBeside(Class<?> type, Class<?> runtime) {
    if (mustBePrepared() && !PreparedClass.mayBeBeside(type)) {
      rememberRefusal();
      return false;
    }
    try {
      return Class.forName(runtime.getName(), false, type.getClassLoader()) == runtime;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static boolean mustBePrepared() {
    return isRefused || "runtime".equals(System.getProperty(IMAGE_CODE));
  }

  /// Whether to look for classes that were generated at build time. By default, JVMs that can
  /// define classes do not, since a failed lookup opens all jars of the class path.
  static boolean looksForPrepared() {
    String definition = System.getProperty(PROPERTY);
    return mustBePrepared() || DENY.equals(definition) || AVOID.equals(definition);
  }

  /// A lookup that can define hidden classes beside a type. It gives their module access to the
  /// run-time packages.
  static Lookup lookupIn(Class<?> type) {
    Lookup lookup = Anchor.lookupIn(type);
    Module here = HiddenClasses.class.getModule();
    Module there = lookup.lookupClass().getModule();
    for (Class<?> runtime : RuntimePackages.CLASSES) {
      here.addExports(runtime.getPackageName(), there);
    }
    return lookup;
  }

  /// Returns a class-file context that resolves classes with a type's class loader.
  static ClassFile classFile(Class<?> type) {
    return ClassFile.of(
        ClassFile.ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofClassLoading(type.getClassLoader())
                .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  /// Defines a hidden class beside a type, as a nestmate.
  ///
  /// @param constants collects the objects that the code refers to
  /// @param constructor the type of the constructor's handle
  static MethodHandle define(Blueprint blueprint, Constants constants, MethodType constructor) {
    Lookup lookup = lookupIn(blueprint.beside());
    byte[] bytes = blueprint.emit(constants);
    return define(
        lookup, blueprint.hiddenName(), bytes, constants, constructor, ClassOption.NESTMATE);
  }

  /// Defines a hidden class.
  ///
  /// @param constants its class data
  /// @param constructor the type of the constructor's handle, with a supertype of the hidden class
  ///   as its result
  /// @return the constructor
  static MethodHandle define(
      Lookup lookup,
      ClassDesc self,
      byte[] bytes,
      Constants constants,
      MethodType constructor,
      ClassOption... options) {
    Dump.write(self, bytes);
    try {
      requirePermission();
      Lookup generated =
          lookup.defineHiddenClassWithClassData(bytes, constants.data(), false, options);
      return generated
          .findConstructor(generated.lookupClass(), constructor.changeReturnType(void.class))
          .asType(constructor);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalStateException(
          "cannot link the generated class "
              + self.displayName()
              + "; write it to a file with -Dsegue.dump=DIR",
          e);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (UnsupportedOperationException | Error e) {
      throw refused(e);
    }
  }

  /// Fails under the same conditions as a native image.
  ///
  /// @throws UnsupportedOperationException if this JVM has refused to define a class, or the user
  ///   denies it
  static void requirePermission() {
    if (mustBePrepared()) {
      throw new UnsupportedOperationException("classes have to be generated at build time");
    }
    if (DENY.equals(System.getProperty(PROPERTY))) {
      throw new UnsupportedOperationException(PROPERTY + "=" + DENY);
    }
  }

  /// The exception if this JVM refuses to define a class; a native image throws its own error.
  static UnsupportedOperationException refused(Throwable cause) {
    rememberRefusal();
    return new UnsupportedOperationException("this JVM defines no classes at run time", cause);
  }

  private static void rememberRefusal() {
    if (!isRefused) {
      isRefused = true;
      System.getLogger("dev.segue.serializer")
          .log(
              Level.INFO,
              "this JVM defines no classes at run time, so objects are interpreted"
                  + " unless their codecs were generated at build time");
    }
  }

  /// The error if a generated constructor throws a checked exception, although none declares one.
  static AssertionError undeclared(Throwable thrown) {
    return new AssertionError("a generated constructor declares no exception", thrown);
  }
}
