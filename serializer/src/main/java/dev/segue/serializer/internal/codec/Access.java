// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.FinalFields;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;

/// Access to classes: lookups with the access rights of the class itself, and handles to its
/// members.
public final class Access {

  private static final MethodHandles.Lookup SEGUE = MethodHandles.lookup();

  private Access() {}

  /// A lookup with a class's own access rights. Its package must be open to this module.
  public static MethodHandles.Lookup lookupIn(Class<?> type) {
    Module here = SEGUE.lookupClass().getModule();
    here.addReads(type.getModule());
    try {
      return MethodHandles.privateLookupIn(type, SEGUE);
    } catch (IllegalAccessException e) {
      throw Errors.of(
          Kind.INACCESSIBLE_CLASS,
          "cannot reach %s: declare `opens %s to %s;` in the module %s"
              .formatted(
                  type.getName(), type.getPackageName(), moduleName(), type.getModule().getName()),
          e);
    }
  }

  /// Makes the module of a lookup read another module. Only the module itself may do so, hence the
  /// lookup.
  public static void addReads(MethodHandles.Lookup lookup, Module module) {
    try {
      MethodHandle addReads =
          lookup.findVirtual(
              Module.class, "addReads", MethodType.methodType(Module.class, Module.class));
      Module _ = (Module) addReads.invokeExact(lookup.lookupClass().getModule(), module);
    } catch (Throwable e) {
      throw new IllegalStateException("module=" + lookup.lookupClass().getModule(), e);
    }
  }

  /// A handle `(owner) -> value`.
  public static MethodHandle getter(Field field) {
    try {
      return lookupIn(field.getDeclaringClass()).unreflectGetter(field);
    } catch (IllegalAccessException e) {
      throw inaccessible(field, e);
    }
  }

  /// A handle `(owner, value) -> void`, even for a final field.
  public static MethodHandle setter(Field field) {
    try {
      MethodHandles.Lookup lookup = lookupIn(field.getDeclaringClass());
      if (!Modifier.isFinal(field.getModifiers())) {
        return lookup.unreflectSetter(field);
      }
      field.setAccessible(true);
      // The JDK checks whether the lookup's module may set final fields: this module, not the
      // field's module.
      return SEGUE.unreflectSetter(field);
    } catch (IllegalAccessException e) {
      throw Modifier.isFinal(field.getModifiers())
          ? Errors.of(Kind.INACCESSIBLE_CLASS, refusal(field), e)
          : inaccessible(field, e);
    }
  }

  /// Checks that final fields can be set by reflection, where this is necessary.
  ///
  /// @throws SerializationException if the policy or the JDK forbids it
  public static void requireSettable(Collection<Field> fields, FinalFields policy) {
    for (Field field : fields) {
      if (Modifier.isFinal(field.getModifiers())) {
        if (policy == FinalFields.DENY) {
          throw Errors.of(Kind.INACCESSIBLE_CLASS, refusal(field));
        }
        if (policy.mayBeRefused()) {
          var _ = setter(field);
        }
      }
    }
  }

  private static String refusal(Field field) {
    Class<?> type = field.getDeclaringClass();
    return "cannot set the final field %s of %s: this JVM does not let reflection do that; %s %s, %s=%s"
        .formatted(
            field.getName(),
            type.getName(),
            "give the class a constructor that assigns its parameters to the fields and does nothing else,",
            "make it a record or Serializable, register a TypeSurrogate",
            "or start the JVM with --enable-final-field-mutation",
            moduleName());
  }

  private static String moduleName() {
    Module here = SEGUE.lookupClass().getModule();
    return here.isNamed() ? here.getName() : "ALL-UNNAMED";
  }

  /// A handle to read the field, and to write it unless it is final.
  static VarHandle variable(Field field) {
    try {
      return lookupIn(field.getDeclaringClass()).unreflectVarHandle(field);
    } catch (IllegalAccessException e) {
      throw inaccessible(field, e);
    }
  }

  private static SerializationException inaccessible(Field field, IllegalAccessException e) {
    return Errors.of(Kind.INACCESSIBLE_CLASS, "cannot reach " + field, e);
  }
}
