// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import static java.lang.classfile.ClassFile.ACC_PUBLIC;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.Map;

/// A generated public class with public fields, for a test's class loader.
public final class MadeUpBean {

  private MadeUpBean() {}

  /// The class file.
  ///
  /// @param name the qualified name of the class
  /// @param fields the types of the fields, by name
  /// @return the bytes of the class file
  public static byte[] classFile(String name, Map<String, ClassDesc> fields) {
    return ClassFile.of()
        .build(
            ClassDesc.of(name),
            builder -> {
              builder.withFlags(ACC_PUBLIC);
              builder.withMethodBody(
                  ConstantDescs.INIT_NAME,
                  ConstantDescs.MTD_void,
                  ACC_PUBLIC,
                  code ->
                      code.aload(0)
                          .invokespecial(
                              ConstantDescs.CD_Object,
                              ConstantDescs.INIT_NAME,
                              ConstantDescs.MTD_void)
                          .return_());
              fields.forEach((field, type) -> builder.withField(field, type, ACC_PUBLIC));
            });
  }
}
