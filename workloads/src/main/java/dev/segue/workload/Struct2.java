// SPDX-License-Identifier: Apache-2.0

package dev.segue.workload;

import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// A flat object of 104 boxed numbers: like [Struct], but with boxed types.
///
/// The original is the `Struct` of [Apache Fory's benchmark](https://github.com/apache/fory),
/// compiled there with boxed types. The fields are declared in the order in which their values are
/// drawn.

@SuppressWarnings("doclint:missing") // 104 fields: only their type and order matter
public final class Struct2 implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  public @Nullable Integer f0;
  public @Nullable Long f1;
  public @Nullable Float f2;
  public @Nullable Double f3;
  public @Nullable Integer f4;
  public @Nullable Long f5;
  public @Nullable Float f6;
  public @Nullable Double f7;
  public @Nullable Integer f8;
  public @Nullable Long f9;
  public @Nullable Float f10;
  public @Nullable Double f11;
  public @Nullable Integer f12;
  public @Nullable Long f13;
  public @Nullable Float f14;
  public @Nullable Double f15;
  public @Nullable Integer f16;
  public @Nullable Long f17;
  public @Nullable Float f18;
  public @Nullable Double f19;
  public @Nullable Integer f20;
  public @Nullable Long f21;
  public @Nullable Float f22;
  public @Nullable Double f23;
  public @Nullable Integer f24;
  public @Nullable Long f25;
  public @Nullable Float f26;
  public @Nullable Double f27;
  public @Nullable Integer f28;
  public @Nullable Long f29;
  public @Nullable Float f30;
  public @Nullable Double f31;
  public @Nullable Integer f32;
  public @Nullable Long f33;
  public @Nullable Float f34;
  public @Nullable Double f35;
  public @Nullable Integer f36;
  public @Nullable Long f37;
  public @Nullable Float f38;
  public @Nullable Double f39;
  public @Nullable Integer f40;
  public @Nullable Long f41;
  public @Nullable Float f42;
  public @Nullable Double f43;
  public @Nullable Integer f44;
  public @Nullable Long f45;
  public @Nullable Float f46;
  public @Nullable Double f47;
  public @Nullable Integer f48;
  public @Nullable Long f49;
  public @Nullable Float f50;
  public @Nullable Double f51;
  public @Nullable Integer f52;
  public @Nullable Long f53;
  public @Nullable Float f54;
  public @Nullable Double f55;
  public @Nullable Integer f56;
  public @Nullable Long f57;
  public @Nullable Float f58;
  public @Nullable Double f59;
  public @Nullable Integer f60;
  public @Nullable Long f61;
  public @Nullable Float f62;
  public @Nullable Double f63;
  public @Nullable Integer f64;
  public @Nullable Long f65;
  public @Nullable Float f66;
  public @Nullable Double f67;
  public @Nullable Integer f68;
  public @Nullable Long f69;
  public @Nullable Float f70;
  public @Nullable Double f71;
  public @Nullable Integer f72;
  public @Nullable Long f73;
  public @Nullable Float f74;
  public @Nullable Double f75;
  public @Nullable Integer f76;
  public @Nullable Long f77;
  public @Nullable Float f78;
  public @Nullable Double f79;
  public @Nullable Integer f80;
  public @Nullable Long f81;
  public @Nullable Float f82;
  public @Nullable Double f83;
  public @Nullable Integer f84;
  public @Nullable Long f85;
  public @Nullable Float f86;
  public @Nullable Double f87;
  public @Nullable Integer f88;
  public @Nullable Long f89;
  public @Nullable Float f90;
  public @Nullable Double f91;
  public @Nullable Integer f92;
  public @Nullable Long f93;
  public @Nullable Float f94;
  public @Nullable Double f95;
  public @Nullable Integer f96;
  public @Nullable Long f97;
  public @Nullable Float f98;
  public @Nullable Double f99;
  public @Nullable Integer f100;
  public @Nullable Long f101;
  public @Nullable Float f102;
  public @Nullable Double f103;

  /// Creates an empty object.
  public Struct2() {}

  /// Creates the object that the benchmarks use: each field drawn from `new Random(17)`, in
  /// declared order.
  ///
  /// @return a new object, equal to all others that this method returns
  public static Struct2 populated() {
    var random = new Random(17);
    var struct = new Struct2();
    struct.drawFirstHalf(random);
    struct.drawSecondHalf(random);
    return struct;
  }

  private void drawFirstHalf(Random random) {
    f0 = random.nextInt();
    f1 = random.nextLong();
    f2 = random.nextFloat();
    f3 = random.nextDouble();
    f4 = random.nextInt();
    f5 = random.nextLong();
    f6 = random.nextFloat();
    f7 = random.nextDouble();
    f8 = random.nextInt();
    f9 = random.nextLong();
    f10 = random.nextFloat();
    f11 = random.nextDouble();
    f12 = random.nextInt();
    f13 = random.nextLong();
    f14 = random.nextFloat();
    f15 = random.nextDouble();
    f16 = random.nextInt();
    f17 = random.nextLong();
    f18 = random.nextFloat();
    f19 = random.nextDouble();
    f20 = random.nextInt();
    f21 = random.nextLong();
    f22 = random.nextFloat();
    f23 = random.nextDouble();
    f24 = random.nextInt();
    f25 = random.nextLong();
    f26 = random.nextFloat();
    f27 = random.nextDouble();
    f28 = random.nextInt();
    f29 = random.nextLong();
    f30 = random.nextFloat();
    f31 = random.nextDouble();
    f32 = random.nextInt();
    f33 = random.nextLong();
    f34 = random.nextFloat();
    f35 = random.nextDouble();
    f36 = random.nextInt();
    f37 = random.nextLong();
    f38 = random.nextFloat();
    f39 = random.nextDouble();
    f40 = random.nextInt();
    f41 = random.nextLong();
    f42 = random.nextFloat();
    f43 = random.nextDouble();
    f44 = random.nextInt();
    f45 = random.nextLong();
    f46 = random.nextFloat();
    f47 = random.nextDouble();
    f48 = random.nextInt();
    f49 = random.nextLong();
    f50 = random.nextFloat();
    f51 = random.nextDouble();
  }

  private void drawSecondHalf(Random random) {
    f52 = random.nextInt();
    f53 = random.nextLong();
    f54 = random.nextFloat();
    f55 = random.nextDouble();
    f56 = random.nextInt();
    f57 = random.nextLong();
    f58 = random.nextFloat();
    f59 = random.nextDouble();
    f60 = random.nextInt();
    f61 = random.nextLong();
    f62 = random.nextFloat();
    f63 = random.nextDouble();
    f64 = random.nextInt();
    f65 = random.nextLong();
    f66 = random.nextFloat();
    f67 = random.nextDouble();
    f68 = random.nextInt();
    f69 = random.nextLong();
    f70 = random.nextFloat();
    f71 = random.nextDouble();
    f72 = random.nextInt();
    f73 = random.nextLong();
    f74 = random.nextFloat();
    f75 = random.nextDouble();
    f76 = random.nextInt();
    f77 = random.nextLong();
    f78 = random.nextFloat();
    f79 = random.nextDouble();
    f80 = random.nextInt();
    f81 = random.nextLong();
    f82 = random.nextFloat();
    f83 = random.nextDouble();
    f84 = random.nextInt();
    f85 = random.nextLong();
    f86 = random.nextFloat();
    f87 = random.nextDouble();
    f88 = random.nextInt();
    f89 = random.nextLong();
    f90 = random.nextFloat();
    f91 = random.nextDouble();
    f92 = random.nextInt();
    f93 = random.nextLong();
    f94 = random.nextFloat();
    f95 = random.nextDouble();
    f96 = random.nextInt();
    f97 = random.nextLong();
    f98 = random.nextFloat();
    f99 = random.nextDouble();
    f100 = random.nextInt();
    f101 = random.nextLong();
    f102 = random.nextFloat();
    f103 = random.nextDouble();
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof Struct2 other && hasSameFirstHalf(other) && hasSameSecondHalf(other);
  }

  private boolean hasSameFirstHalf(Struct2 other) {
    return Objects.equals(f0, other.f0)
        && Objects.equals(f1, other.f1)
        && Objects.equals(f2, other.f2)
        && Objects.equals(f3, other.f3)
        && Objects.equals(f4, other.f4)
        && Objects.equals(f5, other.f5)
        && Objects.equals(f6, other.f6)
        && Objects.equals(f7, other.f7)
        && Objects.equals(f8, other.f8)
        && Objects.equals(f9, other.f9)
        && Objects.equals(f10, other.f10)
        && Objects.equals(f11, other.f11)
        && Objects.equals(f12, other.f12)
        && Objects.equals(f13, other.f13)
        && Objects.equals(f14, other.f14)
        && Objects.equals(f15, other.f15)
        && Objects.equals(f16, other.f16)
        && Objects.equals(f17, other.f17)
        && Objects.equals(f18, other.f18)
        && Objects.equals(f19, other.f19)
        && Objects.equals(f20, other.f20)
        && Objects.equals(f21, other.f21)
        && Objects.equals(f22, other.f22)
        && Objects.equals(f23, other.f23)
        && Objects.equals(f24, other.f24)
        && Objects.equals(f25, other.f25)
        && Objects.equals(f26, other.f26)
        && Objects.equals(f27, other.f27)
        && Objects.equals(f28, other.f28)
        && Objects.equals(f29, other.f29)
        && Objects.equals(f30, other.f30)
        && Objects.equals(f31, other.f31)
        && Objects.equals(f32, other.f32)
        && Objects.equals(f33, other.f33)
        && Objects.equals(f34, other.f34)
        && Objects.equals(f35, other.f35)
        && Objects.equals(f36, other.f36)
        && Objects.equals(f37, other.f37)
        && Objects.equals(f38, other.f38)
        && Objects.equals(f39, other.f39)
        && Objects.equals(f40, other.f40)
        && Objects.equals(f41, other.f41)
        && Objects.equals(f42, other.f42)
        && Objects.equals(f43, other.f43)
        && Objects.equals(f44, other.f44)
        && Objects.equals(f45, other.f45)
        && Objects.equals(f46, other.f46)
        && Objects.equals(f47, other.f47)
        && Objects.equals(f48, other.f48)
        && Objects.equals(f49, other.f49)
        && Objects.equals(f50, other.f50)
        && Objects.equals(f51, other.f51);
  }

  private boolean hasSameSecondHalf(Struct2 other) {
    return Objects.equals(f52, other.f52)
        && Objects.equals(f53, other.f53)
        && Objects.equals(f54, other.f54)
        && Objects.equals(f55, other.f55)
        && Objects.equals(f56, other.f56)
        && Objects.equals(f57, other.f57)
        && Objects.equals(f58, other.f58)
        && Objects.equals(f59, other.f59)
        && Objects.equals(f60, other.f60)
        && Objects.equals(f61, other.f61)
        && Objects.equals(f62, other.f62)
        && Objects.equals(f63, other.f63)
        && Objects.equals(f64, other.f64)
        && Objects.equals(f65, other.f65)
        && Objects.equals(f66, other.f66)
        && Objects.equals(f67, other.f67)
        && Objects.equals(f68, other.f68)
        && Objects.equals(f69, other.f69)
        && Objects.equals(f70, other.f70)
        && Objects.equals(f71, other.f71)
        && Objects.equals(f72, other.f72)
        && Objects.equals(f73, other.f73)
        && Objects.equals(f74, other.f74)
        && Objects.equals(f75, other.f75)
        && Objects.equals(f76, other.f76)
        && Objects.equals(f77, other.f77)
        && Objects.equals(f78, other.f78)
        && Objects.equals(f79, other.f79)
        && Objects.equals(f80, other.f80)
        && Objects.equals(f81, other.f81)
        && Objects.equals(f82, other.f82)
        && Objects.equals(f83, other.f83)
        && Objects.equals(f84, other.f84)
        && Objects.equals(f85, other.f85)
        && Objects.equals(f86, other.f86)
        && Objects.equals(f87, other.f87)
        && Objects.equals(f88, other.f88)
        && Objects.equals(f89, other.f89)
        && Objects.equals(f90, other.f90)
        && Objects.equals(f91, other.f91)
        && Objects.equals(f92, other.f92)
        && Objects.equals(f93, other.f93)
        && Objects.equals(f94, other.f94)
        && Objects.equals(f95, other.f95)
        && Objects.equals(f96, other.f96)
        && Objects.equals(f97, other.f97)
        && Objects.equals(f98, other.f98)
        && Objects.equals(f99, other.f99)
        && Objects.equals(f100, other.f100)
        && Objects.equals(f101, other.f101)
        && Objects.equals(f102, other.f102)
        && Objects.equals(f103, other.f103);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values());
  }

  @Override
  public String toString() {
    return "Struct2" + Arrays.toString(values());
  }

  private @Nullable Object[] values() {
    return new @Nullable Object[] {
      f0, f1, f2, f3, f4, f5, f6, f7,
      f8, f9, f10, f11, f12, f13, f14, f15,
      f16, f17, f18, f19, f20, f21, f22, f23,
      f24, f25, f26, f27, f28, f29, f30, f31,
      f32, f33, f34, f35, f36, f37, f38, f39,
      f40, f41, f42, f43, f44, f45, f46, f47,
      f48, f49, f50, f51, f52, f53, f54, f55,
      f56, f57, f58, f59, f60, f61, f62, f63,
      f64, f65, f66, f67, f68, f69, f70, f71,
      f72, f73, f74, f75, f76, f77, f78, f79,
      f80, f81, f82, f83, f84, f85, f86, f87,
      f88, f89, f90, f91, f92, f93, f94, f95,
      f96, f97, f98, f99, f100, f101, f102, f103
    };
  }
}
