// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.CODEC;
import static java.lang.constant.ConstantDescs.CD_int;

import dev.segue.serializer.internal.registry.Link;
import dev.segue.serializer.internal.registry.Linkage;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The class data of a generated class: the objects that it refers to, as dynamic constants that
/// the JIT folds.
final class Constants {

  /// The bootstrap method of codecs.
  static final DirectMethodHandleDesc LINK_CODEC =
      ConstantDescs.ofConstantBootstrap(Descriptors.of(Linkage.class), "codec", CODEC, CD_int);

  private final List<Object> data = new ArrayList<>();
  private final Map<Object, Integer> indices = new HashMap<>();

  /// Returns the constant for an object; the same key always returns the same constant.
  DynamicConstantDesc<?> of(Object key, ClassDesc type, Supplier<Object> object) {
    return DynamicConstantDesc.ofNamed(
        ConstantDescs.BSM_CLASS_DATA_AT, "_", type, index(key, object));
  }

  /// Returns a constant for the codec of an entry; the codec is created when the code first uses
  /// the constant.
  DynamicConstantDesc<?> codec(TypeEntry entry) {
    return DynamicConstantDesc.ofNamed(LINK_CODEC, "codec", CODEC, index(entry, () -> entry));
  }

  private int index(Object key, Supplier<Object> object) {
    Integer known = indices.get(key);
    if (known != null) {
      return known;
    }
    data.add(object.get());
    indices.put(key, data.size() - 1);
    return data.size() - 1;
  }

  /// The entries whose codecs the class refers to.
  List<TypeEntry> links() {
    List<TypeEntry> links = new ArrayList<>();
    for (Object constant : data) {
      if (constant instanceof TypeEntry entry) {
        links.add(entry);
      }
    }
    return links;
  }

  /// The constants of a class that was generated at build time, with a [Link] for each codec.
  Object[] linked() {
    Object[] linked = data.toArray();
    for (int i = 0; i < linked.length; i++) {
      if (linked[i] instanceof TypeEntry entry) {
        linked[i] = new Link(entry);
      }
    }
    return linked;
  }

  /// The class data; complete when all code has been generated.
  List<Object> data() {
    return List.copyOf(data);
  }
}
