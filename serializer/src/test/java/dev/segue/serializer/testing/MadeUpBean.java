// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import static java.lang.classfile.ClassFile.ACC_PUBLIC;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.Map;

/// A public class of public fields that no source has, for a class loader of a test.
public final class MadeUpBean {

  private MadeUpBean() {}

  /// The class file.
  ///
  /// @param name the class's, with its package
  /// @param fields their types by their names
  /// @return what a class loader defines
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
