// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.codec.ShapeCodec;
import dev.segue.serializer.internal.container.Snapshots;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.List;

/// Generates and defines hidden classes in the packages of users' classes.
final class HiddenClasses {

  /// One class of each package that generated code calls.
  static final List<Class<?>> RUNTIME =
      List.of(
          Session.class,
          ShapeCodec.class,
          Snapshots.class,
          Failures.class,
          EnumConstants.class,
          ByteArrays.class,
          ObjectCodec.class,
          ViewBase.class,
          Slots.class);

  private HiddenClasses() {}

  /// Whether the class loader of a type finds one of the serializer's own classes, as code that is
  /// generated beside the type has to.
  static boolean finds(Class<?> type, Class<?> runtime) {
    try {
      return Class.forName(runtime.getName(), false, type.getClassLoader()) == runtime;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /// A lookup that can define hidden classes beside a type; their module may call the run-time
  /// packages.
  static Lookup lookupIn(Class<?> type) {
    Lookup lookup = Anchor.lookupIn(type);
    Module here = HiddenClasses.class.getModule();
    Module there = lookup.lookupClass().getModule();
    for (Class<?> runtime : RUNTIME) {
      here.addExports(runtime.getPackageName(), there);
    }
    return lookup;
  }

  /// The name of a class that is generated beside a type.
  static ClassDesc nameOf(Class<?> type, String suffix) {
    return ClassDesc.of(type.getName().replace('$', '_') + suffix);
  }

  /// A builder of class files that refer to classes that a type's class loader finds.
  static ClassFile classFile(Class<?> type) {
    return ClassFile.of(
        ClassFile.ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofClassLoading(type.getClassLoader())
                .orElse(ClassHierarchyResolver.defaultResolver())));
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
    }
  }

  /// The error of a generated constructor that throws a checked exception, which none declares.
  static AssertionError undeclared(Throwable thrown) {
    return new AssertionError("a generated constructor declares no exception", thrown);
  }
}
