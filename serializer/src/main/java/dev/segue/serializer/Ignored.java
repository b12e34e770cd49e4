// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Excludes a record component or a field from serialization. It is not written, its type need not
/// be serializable or registered, and a value for it in a payload is skipped.
///
/// When an object is read or [copied][Serializer#copy], an ignored record component is passed to
/// the constructor as its [DefaultValue], or else as zero, false or null. An ignored field is
/// treated like a `transient` one: it keeps the value that the constructor without parameters
/// assigned, or is zero, false or null if there is no such constructor; a [DefaultValue] is
/// assigned afterwards.
///
/// Adding or removing the annotation changes the class as removing or adding the field would: in
/// [consistent mode][SchemaMode#CONSISTENT], both sides must have the same annotations. It has no
/// effect on classes that are not written by their fields: those registered by
/// [SerializerBuilder#registerJavaSerialized] or with a [TypeSurrogate], and
/// [java.io.Externalizable] ones.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface Ignored {}
