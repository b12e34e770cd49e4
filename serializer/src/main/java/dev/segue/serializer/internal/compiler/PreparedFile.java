// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// A class file that is generated at build time.
///
/// @param beside the class or interface whose nest it belongs to
/// @param name the name of the class
/// @param parameters the types of its constructor's parameters
/// @param bytes the class file
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PreparedFile(
    Class<?> beside, ClassDesc name, MethodTypeDesc parameters, byte[] bytes) {

  /// The simple name of the marker class, which each package with such classes has.
  public static final String MARKER = PreparedClass.MARKER;

  /// Matches the names of these classes, to find files from earlier builds.
  public static final String NAMES = ".*\\$(Codec|View|Cursor)\\$[0-9a-f]{16}";

  /// @param parameters the parameters of the hidden class's constructor
  static PreparedFile of(Blueprint blueprint, ClassDesc... parameters) {
    Class<?> beside = blueprint.beside();
    ClassDesc name = blueprint.preparedName(new Constants());
    byte[] hidden = blueprint.emission().emit(PreparedForm.UNVERIFIED, name, new Constants());
    return new PreparedFile(
        beside,
        name,
        PreparedForm.with(
            MethodTypeDesc.of(ConstantDescs.CD_void, parameters), PreparedForm.ARGUMENTS),
        PreparedForm.of(
            hidden, Descriptors.of(beside.getNestHost()), HiddenClasses.classFile(beside)));
  }

  /// The internal name of a class or interface, as in class files: `shop/Order`.
  public static String internalName(ClassDesc type) {
    String descriptor = type.descriptorString();
    return descriptor.substring(1, descriptor.length() - 1);
  }

  /// The class file of the marker in a package.
  public static byte[] marker(String packageName) {
    return Anchor.classFile(ClassDesc.of(packageName, MARKER));
  }
}
