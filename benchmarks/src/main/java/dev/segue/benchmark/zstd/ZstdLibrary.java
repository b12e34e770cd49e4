// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import com.github.luben.zstd.Zstd;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The zstd libraries to compare.
enum ZstdLibrary {
  /// Segue, on native segments.
  SEGUE_SEGMENT {
    @Override
    BytesCodec open(byte[] payload) {
      return new SegueSegments(payload);
    }
  },

  /// Segue, on byte arrays.
  SEGUE_BYTES {
    @Override
    BytesCodec open(byte[] payload) {
      return new SegueBytes(payload);
    }
  },

  /// The JNI binding's static methods, from byte array to byte array.
  ZSTD_JNI_STATIC {
    @Override
    BytesCodec open(byte[] payload) {
      return new ZstdJniStatic(payload);
    }
  },

  /// The JNI binding's contexts, on byte arrays.
  ZSTD_JNI {
    @Override
    BytesCodec open(byte[] payload) {
      return new ZstdJniArrays(payload);
    }
  },

  /// A later release of the same library, which uses `java.lang.foreign`, on byte arrays.
  ZSTD_JNI_FFM {
    @Override
    BytesCodec open(byte[] payload) {
      String origin = String.valueOf(Zstd.class.getProtectionDomain().getCodeSource());
      if (!origin.contains(FFM_JAR)) {
        throw new IllegalStateException(
            "the wrong version of zstd-jni is on the class path: " + origin);
      }
      return new ZstdJniArrays(payload);
    }

    @Override
    Optional<String> jar() {
      return Optional.of(FFM_JAR);
    }
  },

  /// The JNI binding, on direct buffers.
  ZSTD_JNI_DIRECT {
    @Override
    BytesCodec open(byte[] payload) {
      return new ZstdJniDirect(payload);
    }
  },

  /// A binding that uses `java.lang.foreign`, on native segments.
  AIRCOMPRESSOR_NATIVE {
    @Override
    BytesCodec open(byte[] payload) {
      return new AircompressorNative(payload);
    }
  },

  /// An implementation in Java, on byte arrays. It has one level, which is similar to zstd's third.
  AIRCOMPRESSOR_JAVA {
    @Override
    BytesCodec open(byte[] payload) {
      return new AircompressorJava(payload);
    }
  };

  /// The level of all libraries that have levels: zstd's default.
  static final int LEVEL = 3;

  /// Flags that suppress the JDK's warnings about native code and `sun.misc.Unsafe`.
  static final List<String> JVM_FLAGS =
      List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

  private static final String FFM_JAR = "zstd-jni-ffm";

  abstract BytesCodec open(byte[] payload);

  /// Returns the version of the library that it uses, if it is not the usual one.
  Optional<String> jar() {
    return Optional.empty();
  }

  static ZstdLibrary named(String name) {
    return Stream.of(values())
        .filter(library -> library.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown library: " + name));
  }

  /// Returns the name in the tables.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
