// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.bytecode;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_INTERFACE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Constructors in the forms that compilers other than javac generate.
class AssigningConstructorTest {

  private static final ClassDesc SELF = ClassDesc.of("made.Up");
  private static final ClassDesc PRODUCT = ClassDesc.of("scala.Product");
  private static final ClassDesc INTRINSICS = ClassDesc.of("kotlin.jvm.internal.Intrinsics");

  /// Defines classes, and provides their class files.
  private static final class Loader extends ClassLoader {

    private final Map<String, byte[]> files = new HashMap<>();

    Class<?> define(ClassDesc type, byte[] file) {
      String name = type.packageName() + "." + type.displayName();
      files.put(name.replace('.', '/') + ".class", file);
      return defineClass(name, file, 0, file.length);
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
      byte[] file = files.get(name);
      return file == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(file);
    }
  }

  @Test
  void scalaCaseClassesAssignFieldsFirst() throws Exception {
    AssigningConstructor found =
        find(code ->
            code.aload(0)
                .aload(1)
                .putfield(SELF, "text", CD_String)
                .aload(0)
                .invokespecial(CD_Object, INIT_NAME, MTD_void)
                .aload(0)
                .invokestatic(PRODUCT, "$init$", MethodTypeDesc.of(CD_void, PRODUCT), true)
                .return_());
    assertNotNull(found);
    assertEquals(List.of("text"), found.parameters().stream().map(Field::getName).toList());
    assertEquals(false, found.checksNulls());
  }

  @Test
  void kotlinDataClassesCheckForNulls() throws Exception {
    AssigningConstructor found =
        find(code ->
            code.aload(1)
                .ldc("text")
                .invokestatic(
                    INTRINSICS,
                    "checkNotNullParameter",
                    MethodTypeDesc.of(CD_void, CD_Object, CD_String))
                .aload(0)
                .invokespecial(CD_Object, INIT_NAME, MTD_void)
                .aload(0)
                .aload(1)
                .putfield(SELF, "text", CD_String)
                .return_());
    assertNotNull(found);
    assertEquals(true, found.checksNulls());
  }

  @ParameterizedTest
  @CsvSource({
    "com.google.common.base.Preconditions, checkNotNull, true",
    "com.google.common.base.Verify, verifyNotNull, true",
    "io.netty.util.internal.ObjectUtil, checkNotNull, true",
    "kotlin.jvm.internal.Intrinsics, checkParameterIsNotNull, false",
    "org.apache.commons.lang3.Validate, notNull, true",
    "org.springframework.util.Assert, notNull, false",
  })
  void librariesCheckNulls(String owner, String method, boolean returnsArgument) throws Exception {
    ClassDesc result = returnsArgument ? CD_Object : CD_void;
    AssigningConstructor found =
        find(code -> {
          code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).aload(0).aload(1);
          code.ldc("text").iconst_0().anewarray(CD_Object);
          code.invokestatic(
              ClassDesc.of(owner),
              method,
              MethodTypeDesc.of(result, CD_Object, CD_String, CD_Object.arrayType()));
          if (returnsArgument) {
            code.checkcast(CD_String);
          } else {
            code.aload(1);
          }
          code.putfield(SELF, "text", CD_String).return_();
        });
    assertNotNull(found);
    assertEquals(true, found.checksNulls());
  }

  @Test
  void constructorsWithOtherCallsAreRejected() throws Exception {
    assertNull(
        find(code ->
            code.aload(0)
                .invokespecial(CD_Object, INIT_NAME, MTD_void)
                .aload(0)
                .aload(1)
                .invokevirtual(CD_String, "trim", MethodTypeDesc.of(CD_String))
                .putfield(SELF, "text", CD_String)
                .return_()));
  }

  @Test
  void assignmentsToOtherObjectsAreRejected() throws Exception {
    assertNull(
        find(code ->
            code.aload(0)
                .invokespecial(CD_Object, INIT_NAME, MTD_void)
                .aload(0)
                .aload(1)
                .astore(2)
                .aload(2)
                .putfield(SELF, "text", CD_String)
                .return_()));
  }

  @Test
  void classesWithoutClassFilesHaveNone() throws Exception {
    Loader loader = withProduct();
    Class<?> type =
        loader.define(
            SELF,
            classFile(code ->
                code.aload(0)
                    .invokespecial(CD_Object, INIT_NAME, MTD_void)
                    .aload(0)
                    .aload(1)
                    .putfield(SELF, "text", CD_String)
                    .return_()));
    List<Field> fields = List.of(type.getDeclaredField("text"));
    assertNotNull(AssigningConstructor.find(type, fields, fields));
    loader.files.clear();
    assertNull(AssigningConstructor.find(type, fields, fields));
  }

  private static @Nullable AssigningConstructor find(Consumer<CodeBuilder> constructor)
      throws NoSuchFieldException {
    Loader loader = withProduct();
    Class<?> type = loader.define(SELF, classFile(constructor));
    List<Field> fields = List.of(type.getDeclaredField("text"));
    return AssigningConstructor.find(type, fields, fields);
  }

  private static Loader withProduct() {
    Loader loader = new Loader();
    var _ =
        loader.define(
            PRODUCT,
            ClassFile.of()
                .build(
                    PRODUCT,
                    type ->
                        type.withFlags(ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT)
                            .withMethodBody(
                                "$init$",
                                MethodTypeDesc.of(CD_void, PRODUCT),
                                ACC_PUBLIC | ACC_STATIC,
                                CodeBuilder::return_)));
    return loader;
  }

  private static byte[] classFile(Consumer<CodeBuilder> constructor) {
    return ClassFile.of()
        .build(
            SELF,
            type ->
                type.withFlags(ACC_PUBLIC)
                    .withInterfaceSymbols(PRODUCT)
                    .withField("text", CD_String, ACC_FINAL)
                    .withMethodBody(
                        INIT_NAME, MethodTypeDesc.of(CD_void, CD_String), 0, constructor));
  }
}
