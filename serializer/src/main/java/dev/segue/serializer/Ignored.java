// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Excludes a record component or a field from serialization. It is not written, its type need not
/// be serializable or registered, and a value that a payload has for it is skipped.
///
/// When an object is read or [copied][Serializer#copy], an ignored record component is passed to
/// the constructor as zero, false or null, or as its [DefaultValue] says. An ignored field is
/// treated as a `transient` one: it keeps what the constructor without parameters assigned, or is
/// zero, false or null if there is no such constructor; a [DefaultValue] is assigned afterwards.
///
/// Adding or removing the annotation changes the class as removing or adding the field would: in
/// [consistent mode][SchemaMode#CONSISTENT], both sides must have the same annotations. It has no
/// effect on classes that are written in another way than by their fields: those registered by
/// [SerializerBuilder#registerJavaSerialized], with a [TypeSurrogate], or [java.io.Externalizable].
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface Ignored {}
