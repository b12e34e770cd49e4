// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;

import dev.segue.serializer.internal.codec.Access;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/// Obtains lookups with full privilege access to packages of other modules, which defining hidden
/// classes requires.
///
/// A private lookup from another module lacks module access, but it can define an ordinary class in
/// the package, and that class can create a lookup with full privilege access. Each package of
/// another module with compiled codecs has one such class.
final class Anchor {

  private static final String NAME = "SegueAnchor";
  private static final String METHOD = "lookup";
  private static final ClassDesc CD_Lookups = ClassDesc.of(MethodHandles.class.getName());

  private Anchor() {}

  /// A lookup in a class with full privilege access.
  static MethodHandles.Lookup lookupIn(Class<?> type) {
    MethodHandles.Lookup lookup = Access.lookupIn(type);
    if (lookup.hasFullPrivilegeAccess()) {
      return lookup;
    }
    try {
      var anchored =
          (MethodHandles.Lookup)
              lookup
                  .findStatic(
                      classIn(type, lookup),
                      METHOD,
                      MethodType.methodType(MethodHandles.Lookup.class))
                  .invokeExact();
      Access.addReads(anchored, Anchor.class.getModule());
      return MethodHandles.privateLookupIn(type, anchored);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (UnsupportedOperationException e) {
      throw HiddenClasses.refused(e);
    } catch (Throwable e) {
      if (e instanceof Error && !(e instanceof LinkageError)) {
        throw HiddenClasses.refused(e);
      }
      throw new IllegalStateException(
          "cannot define a class in the package of " + type.getName(), e);
    }
  }

  private static Class<?> classIn(Class<?> type, MethodHandles.Lookup lookup)
      throws IllegalAccessException {
    ClassLoader loader = type.getClassLoader();
    String name = nameIn(type, NAME);
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      return PreparedClass.mayBeBeside(type)
          ? markerIn(type, loader)
          : define(name, loader, lookup);
    }
  }

  /// The anchor that was generated at build time.
  private static Class<?> markerIn(Class<?> type, @Nullable ClassLoader loader) {
    try {
      return Class.forName(nameIn(type, PreparedClass.MARKER), false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the marker was found before", e);
    }
  }

  /// The name of a class in the package of a type.
  static String nameIn(Class<?> type, String name) {
    return type.getPackageName().isEmpty() ? name : type.getPackageName() + "." + name;
  }

  /// Defines the class without holding a lock, since user class loaders are called.
  private static Class<?> define(
      String name, @Nullable ClassLoader loader, MethodHandles.Lookup lookup)
      throws IllegalAccessException {
    try {
      HiddenClasses.requirePermission();
      return lookup.defineClass(classFile(ClassDesc.of(name)));
    } catch (LinkageError e) {
      try {
        return Class.forName(name, false, loader);
      } catch (ClassNotFoundException _) {
        throw e;
      }
    }
  }

  /// The class file of an anchor.
  static byte[] classFile(ClassDesc self) {
    MethodTypeDesc type = MethodTypeDesc.of(ConstantDescs.CD_MethodHandles_Lookup);
    return ClassFile.of()
        .build(
            self,
            builder -> {
              builder.withFlags(ACC_FINAL | ACC_SYNTHETIC);
              builder.withMethodBody(
                  METHOD,
                  type,
                  ACC_STATIC,
                  code -> code.invokestatic(CD_Lookups, METHOD, type).areturn());
            });
  }
}
