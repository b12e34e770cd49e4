// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.util.HexFormat;

/// A class that can be generated: as a hidden class at run time, or as a class file at build time.
///
/// @param beside the user's class or interface whose package and nest it belongs to
/// @param role the suffix of its name, such as `$Codec`
/// @param superclass its superclass
/// @param emission generates the class file
record Blueprint(Class<?> beside, String role, Class<?> superclass, Emission emission) {

  private static final HexFormat HEX = HexFormat.of();

  /// Generates the class file of a hidden class.
  @FunctionalInterface
  interface Emission {

    /// @param context builds the class file
    /// @param self the name of the class
    /// @param constants collects the objects that the code refers to
    byte[] emit(ClassFile context, ClassDesc self, Constants constants);
  }

  /// The name of the hidden class.
  ClassDesc hiddenName() {
    return ClassDesc.of(beside.getName().replace('$', '_') + role);
  }

  /// The class file of the hidden class.
  byte[] emit(Constants constants) {
    return emission.emit(HiddenClasses.classFile(beside), hiddenName(), constants);
  }

  /// The name of the class file that is generated at build time. It ends with a hash of all
  /// instructions, so a class with this name equals the one that would be generated now.
  ///
  /// @param constants collects the objects that the code refers to
  ClassDesc preparedName(Constants constants) {
    byte[] bytes = emission.emit(PreparedForm.UNVERIFIED, hiddenName(), constants);
    return ClassDesc.of(beside.getName() + role + "$" + HEX.toHexDigits(PreparedForm.hash(bytes)));
  }
}
