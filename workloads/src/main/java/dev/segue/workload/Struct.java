// SPDX-License-Identifier: Apache-2.0

package dev.segue.workload;

import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// A flat object of 104 numbers: `int`, `long`, `float` and `double` alternately, 624 bytes of
/// data.
///
/// The original is the `Struct` that [Apache Fory's benchmark](https://github.com/apache/fory)
/// compiles at startup; it requests 100 fields, but its loop generates 104. The fields are declared
/// in the order in which their values are drawn.

@SuppressWarnings("doclint:missing") // 104 fields: only their type and order matter
public final class Struct implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  public int f0;
  public long f1;
  public float f2;
  public double f3;
  public int f4;
  public long f5;
  public float f6;
  public double f7;
  public int f8;
  public long f9;
  public float f10;
  public double f11;
  public int f12;
  public long f13;
  public float f14;
  public double f15;
  public int f16;
  public long f17;
  public float f18;
  public double f19;
  public int f20;
  public long f21;
  public float f22;
  public double f23;
  public int f24;
  public long f25;
  public float f26;
  public double f27;
  public int f28;
  public long f29;
  public float f30;
  public double f31;
  public int f32;
  public long f33;
  public float f34;
  public double f35;
  public int f36;
  public long f37;
  public float f38;
  public double f39;
  public int f40;
  public long f41;
  public float f42;
  public double f43;
  public int f44;
  public long f45;
  public float f46;
  public double f47;
  public int f48;
  public long f49;
  public float f50;
  public double f51;
  public int f52;
  public long f53;
  public float f54;
  public double f55;
  public int f56;
  public long f57;
  public float f58;
  public double f59;
  public int f60;
  public long f61;
  public float f62;
  public double f63;
  public int f64;
  public long f65;
  public float f66;
  public double f67;
  public int f68;
  public long f69;
  public float f70;
  public double f71;
  public int f72;
  public long f73;
  public float f74;
  public double f75;
  public int f76;
  public long f77;
  public float f78;
  public double f79;
  public int f80;
  public long f81;
  public float f82;
  public double f83;
  public int f84;
  public long f85;
  public float f86;
  public double f87;
  public int f88;
  public long f89;
  public float f90;
  public double f91;
  public int f92;
  public long f93;
  public float f94;
  public double f95;
  public int f96;
  public long f97;
  public float f98;
  public double f99;
  public int f100;
  public long f101;
  public float f102;
  public double f103;

  /// Creates an object of zeros.
  public Struct() {}

  /// Creates the object that the benchmarks use: each field drawn from `new Random(17)`, in
  /// declared order.
  ///
  /// @return a new object, equal to all others that this method returns
  public static Struct populated() {
    var random = new Random(17);
    var struct = new Struct();
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
    return object instanceof Struct other && hasSameFirstHalf(other) && hasSameSecondHalf(other);
  }

  private boolean hasSameFirstHalf(Struct other) {
    return f0 == other.f0
        && f1 == other.f1
        && Float.compare(f2, other.f2) == 0
        && Double.compare(f3, other.f3) == 0
        && f4 == other.f4
        && f5 == other.f5
        && Float.compare(f6, other.f6) == 0
        && Double.compare(f7, other.f7) == 0
        && f8 == other.f8
        && f9 == other.f9
        && Float.compare(f10, other.f10) == 0
        && Double.compare(f11, other.f11) == 0
        && f12 == other.f12
        && f13 == other.f13
        && Float.compare(f14, other.f14) == 0
        && Double.compare(f15, other.f15) == 0
        && f16 == other.f16
        && f17 == other.f17
        && Float.compare(f18, other.f18) == 0
        && Double.compare(f19, other.f19) == 0
        && f20 == other.f20
        && f21 == other.f21
        && Float.compare(f22, other.f22) == 0
        && Double.compare(f23, other.f23) == 0
        && f24 == other.f24
        && f25 == other.f25
        && Float.compare(f26, other.f26) == 0
        && Double.compare(f27, other.f27) == 0
        && f28 == other.f28
        && f29 == other.f29
        && Float.compare(f30, other.f30) == 0
        && Double.compare(f31, other.f31) == 0
        && f32 == other.f32
        && f33 == other.f33
        && Float.compare(f34, other.f34) == 0
        && Double.compare(f35, other.f35) == 0
        && f36 == other.f36
        && f37 == other.f37
        && Float.compare(f38, other.f38) == 0
        && Double.compare(f39, other.f39) == 0
        && f40 == other.f40
        && f41 == other.f41
        && Float.compare(f42, other.f42) == 0
        && Double.compare(f43, other.f43) == 0
        && f44 == other.f44
        && f45 == other.f45
        && Float.compare(f46, other.f46) == 0
        && Double.compare(f47, other.f47) == 0
        && f48 == other.f48
        && f49 == other.f49
        && Float.compare(f50, other.f50) == 0
        && Double.compare(f51, other.f51) == 0;
  }

  private boolean hasSameSecondHalf(Struct other) {
    return f52 == other.f52
        && f53 == other.f53
        && Float.compare(f54, other.f54) == 0
        && Double.compare(f55, other.f55) == 0
        && f56 == other.f56
        && f57 == other.f57
        && Float.compare(f58, other.f58) == 0
        && Double.compare(f59, other.f59) == 0
        && f60 == other.f60
        && f61 == other.f61
        && Float.compare(f62, other.f62) == 0
        && Double.compare(f63, other.f63) == 0
        && f64 == other.f64
        && f65 == other.f65
        && Float.compare(f66, other.f66) == 0
        && Double.compare(f67, other.f67) == 0
        && f68 == other.f68
        && f69 == other.f69
        && Float.compare(f70, other.f70) == 0
        && Double.compare(f71, other.f71) == 0
        && f72 == other.f72
        && f73 == other.f73
        && Float.compare(f74, other.f74) == 0
        && Double.compare(f75, other.f75) == 0
        && f76 == other.f76
        && f77 == other.f77
        && Float.compare(f78, other.f78) == 0
        && Double.compare(f79, other.f79) == 0
        && f80 == other.f80
        && f81 == other.f81
        && Float.compare(f82, other.f82) == 0
        && Double.compare(f83, other.f83) == 0
        && f84 == other.f84
        && f85 == other.f85
        && Float.compare(f86, other.f86) == 0
        && Double.compare(f87, other.f87) == 0
        && f88 == other.f88
        && f89 == other.f89
        && Float.compare(f90, other.f90) == 0
        && Double.compare(f91, other.f91) == 0
        && f92 == other.f92
        && f93 == other.f93
        && Float.compare(f94, other.f94) == 0
        && Double.compare(f95, other.f95) == 0
        && f96 == other.f96
        && f97 == other.f97
        && Float.compare(f98, other.f98) == 0
        && Double.compare(f99, other.f99) == 0
        && f100 == other.f100
        && f101 == other.f101
        && Float.compare(f102, other.f102) == 0
        && Double.compare(f103, other.f103) == 0;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values());
  }

  @Override
  public String toString() {
    return "Struct" + Arrays.toString(values());
  }

  private Object[] values() {
    return new Object[] {
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
