// SPDX-License-Identifier: Apache-2.0

/// A serializer for Java object graphs.
///
/// {@snippet :
/// Serializer serializer = Serializer.builder().register(Order.class, Item.class).build();
/// byte[] bytes = serializer.toBytes(order);
/// Order same = serializer.fromBytes(bytes, Order.class);
/// }
///
/// The types by task; begin with those in bold.
///
/// | task | types |
/// |---|---|
/// | register classes and choose options | **[Serializer]**, **[SerializerBuilder]**, [Execution], [StringEncoding], [TypeId] (an id for a class), [PackageOptions] (for whole packages), [ClassRule] (classes that need no registration) |
/// | register types that you do not own | **[TypeSurrogate]** |
/// | leave fields out | [Ignored] |
/// | write and read | **[Serializer]**, **[TypeRef]** (generic roots), [GrowableBuffer] (native memory that grows) |
/// | streams and channels of objects | **[PayloadWriter]**, **[PayloadReader]** |
/// | connections with frames of their own | **[PayloadEncoder]**, **[PayloadDecoder]** |
/// | read other versions of classes (evolution) | [SchemaMode], [SchemaRegistry], [Alias] (renamed classes and fields), [DefaultValue] (for fields that the writer lacks), [UnknownTypes], [UnknownValue] (classes that only the writer knows) |
/// | check in a build what changed classes mean to old payloads | [SchemaText], [SchemaChange] |
/// | read single fields without objects (views) | [ViewCursor], [ViewPath], [ViewText], [ViewList] |
/// | pass large contents beside the payload (out of band) | [OutOfBandContent], [OutOfBandSegments] |
/// | generate code at build time, for native images | [CodecFiles] |
/// | handle errors | **[SerializationException]** and its [kinds][SerializationException.Kind] |
@NullMarked
package dev.segue.serializer;

import org.jspecify.annotations.NullMarked;
