// SPDX-License-Identifier: Apache-2.0

package dev.segue.workload;

import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// A flat object of 104 numbers: `int`, `long`, `float` and `double` in turn, 624 bytes of data.
///
/// The original is the `Struct` that [Apache Fory's benchmark](https://github.com/apache/fory)
/// compiles at startup; it requests 100 fields, but its loop generates 104. The fields are declared
/// in the order in which they draw their values.

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
    drawFirstQuarter(random, struct);
    drawSecondQuarter(random, struct);
    drawThirdQuarter(random, struct);
    drawFourthQuarter(random, struct);
    return struct;
  }

  private static void drawFirstQuarter(Random random, Struct struct) {
    struct.f0 = random.nextInt();
    struct.f1 = random.nextLong();
    struct.f2 = random.nextFloat();
    struct.f3 = random.nextDouble();
    struct.f4 = random.nextInt();
    struct.f5 = random.nextLong();
    struct.f6 = random.nextFloat();
    struct.f7 = random.nextDouble();
    struct.f8 = random.nextInt();
    struct.f9 = random.nextLong();
    struct.f10 = random.nextFloat();
    struct.f11 = random.nextDouble();
    struct.f12 = random.nextInt();
    struct.f13 = random.nextLong();
    struct.f14 = random.nextFloat();
    struct.f15 = random.nextDouble();
    struct.f16 = random.nextInt();
    struct.f17 = random.nextLong();
    struct.f18 = random.nextFloat();
    struct.f19 = random.nextDouble();
    struct.f20 = random.nextInt();
    struct.f21 = random.nextLong();
    struct.f22 = random.nextFloat();
    struct.f23 = random.nextDouble();
    struct.f24 = random.nextInt();
    struct.f25 = random.nextLong();
  }

  private static void drawSecondQuarter(Random random, Struct struct) {
    struct.f26 = random.nextFloat();
    struct.f27 = random.nextDouble();
    struct.f28 = random.nextInt();
    struct.f29 = random.nextLong();
    struct.f30 = random.nextFloat();
    struct.f31 = random.nextDouble();
    struct.f32 = random.nextInt();
    struct.f33 = random.nextLong();
    struct.f34 = random.nextFloat();
    struct.f35 = random.nextDouble();
    struct.f36 = random.nextInt();
    struct.f37 = random.nextLong();
    struct.f38 = random.nextFloat();
    struct.f39 = random.nextDouble();
    struct.f40 = random.nextInt();
    struct.f41 = random.nextLong();
    struct.f42 = random.nextFloat();
    struct.f43 = random.nextDouble();
    struct.f44 = random.nextInt();
    struct.f45 = random.nextLong();
    struct.f46 = random.nextFloat();
    struct.f47 = random.nextDouble();
    struct.f48 = random.nextInt();
    struct.f49 = random.nextLong();
    struct.f50 = random.nextFloat();
    struct.f51 = random.nextDouble();
  }

  private static void drawThirdQuarter(Random random, Struct struct) {
    struct.f52 = random.nextInt();
    struct.f53 = random.nextLong();
    struct.f54 = random.nextFloat();
    struct.f55 = random.nextDouble();
    struct.f56 = random.nextInt();
    struct.f57 = random.nextLong();
    struct.f58 = random.nextFloat();
    struct.f59 = random.nextDouble();
    struct.f60 = random.nextInt();
    struct.f61 = random.nextLong();
    struct.f62 = random.nextFloat();
    struct.f63 = random.nextDouble();
    struct.f64 = random.nextInt();
    struct.f65 = random.nextLong();
    struct.f66 = random.nextFloat();
    struct.f67 = random.nextDouble();
    struct.f68 = random.nextInt();
    struct.f69 = random.nextLong();
    struct.f70 = random.nextFloat();
    struct.f71 = random.nextDouble();
    struct.f72 = random.nextInt();
    struct.f73 = random.nextLong();
    struct.f74 = random.nextFloat();
    struct.f75 = random.nextDouble();
    struct.f76 = random.nextInt();
    struct.f77 = random.nextLong();
  }

  private static void drawFourthQuarter(Random random, Struct struct) {
    struct.f78 = random.nextFloat();
    struct.f79 = random.nextDouble();
    struct.f80 = random.nextInt();
    struct.f81 = random.nextLong();
    struct.f82 = random.nextFloat();
    struct.f83 = random.nextDouble();
    struct.f84 = random.nextInt();
    struct.f85 = random.nextLong();
    struct.f86 = random.nextFloat();
    struct.f87 = random.nextDouble();
    struct.f88 = random.nextInt();
    struct.f89 = random.nextLong();
    struct.f90 = random.nextFloat();
    struct.f91 = random.nextDouble();
    struct.f92 = random.nextInt();
    struct.f93 = random.nextLong();
    struct.f94 = random.nextFloat();
    struct.f95 = random.nextDouble();
    struct.f96 = random.nextInt();
    struct.f97 = random.nextLong();
    struct.f98 = random.nextFloat();
    struct.f99 = random.nextDouble();
    struct.f100 = random.nextInt();
    struct.f101 = random.nextLong();
    struct.f102 = random.nextFloat();
    struct.f103 = random.nextDouble();
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof Struct other
        && intsEqual(other)
        && longsEqual(other)
        && floatsEqual(other)
        && doublesEqual(other);
  }

  private boolean intsEqual(Struct other) {
    return f0 == other.f0
        && f4 == other.f4
        && f8 == other.f8
        && f12 == other.f12
        && f16 == other.f16
        && f20 == other.f20
        && f24 == other.f24
        && f28 == other.f28
        && f32 == other.f32
        && f36 == other.f36
        && f40 == other.f40
        && f44 == other.f44
        && f48 == other.f48
        && f52 == other.f52
        && f56 == other.f56
        && f60 == other.f60
        && f64 == other.f64
        && f68 == other.f68
        && f72 == other.f72
        && f76 == other.f76
        && f80 == other.f80
        && f84 == other.f84
        && f88 == other.f88
        && f92 == other.f92
        && f96 == other.f96
        && f100 == other.f100;
  }

  private boolean longsEqual(Struct other) {
    return f1 == other.f1
        && f5 == other.f5
        && f9 == other.f9
        && f13 == other.f13
        && f17 == other.f17
        && f21 == other.f21
        && f25 == other.f25
        && f29 == other.f29
        && f33 == other.f33
        && f37 == other.f37
        && f41 == other.f41
        && f45 == other.f45
        && f49 == other.f49
        && f53 == other.f53
        && f57 == other.f57
        && f61 == other.f61
        && f65 == other.f65
        && f69 == other.f69
        && f73 == other.f73
        && f77 == other.f77
        && f81 == other.f81
        && f85 == other.f85
        && f89 == other.f89
        && f93 == other.f93
        && f97 == other.f97
        && f101 == other.f101;
  }

  private boolean floatsEqual(Struct other) {
    return Float.compare(f2, other.f2) == 0
        && Float.compare(f6, other.f6) == 0
        && Float.compare(f10, other.f10) == 0
        && Float.compare(f14, other.f14) == 0
        && Float.compare(f18, other.f18) == 0
        && Float.compare(f22, other.f22) == 0
        && Float.compare(f26, other.f26) == 0
        && Float.compare(f30, other.f30) == 0
        && Float.compare(f34, other.f34) == 0
        && Float.compare(f38, other.f38) == 0
        && Float.compare(f42, other.f42) == 0
        && Float.compare(f46, other.f46) == 0
        && Float.compare(f50, other.f50) == 0
        && Float.compare(f54, other.f54) == 0
        && Float.compare(f58, other.f58) == 0
        && Float.compare(f62, other.f62) == 0
        && Float.compare(f66, other.f66) == 0
        && Float.compare(f70, other.f70) == 0
        && Float.compare(f74, other.f74) == 0
        && Float.compare(f78, other.f78) == 0
        && Float.compare(f82, other.f82) == 0
        && Float.compare(f86, other.f86) == 0
        && Float.compare(f90, other.f90) == 0
        && Float.compare(f94, other.f94) == 0
        && Float.compare(f98, other.f98) == 0
        && Float.compare(f102, other.f102) == 0;
  }

  private boolean doublesEqual(Struct other) {
    return Double.compare(f3, other.f3) == 0
        && Double.compare(f7, other.f7) == 0
        && Double.compare(f11, other.f11) == 0
        && Double.compare(f15, other.f15) == 0
        && Double.compare(f19, other.f19) == 0
        && Double.compare(f23, other.f23) == 0
        && Double.compare(f27, other.f27) == 0
        && Double.compare(f31, other.f31) == 0
        && Double.compare(f35, other.f35) == 0
        && Double.compare(f39, other.f39) == 0
        && Double.compare(f43, other.f43) == 0
        && Double.compare(f47, other.f47) == 0
        && Double.compare(f51, other.f51) == 0
        && Double.compare(f55, other.f55) == 0
        && Double.compare(f59, other.f59) == 0
        && Double.compare(f63, other.f63) == 0
        && Double.compare(f67, other.f67) == 0
        && Double.compare(f71, other.f71) == 0
        && Double.compare(f75, other.f75) == 0
        && Double.compare(f79, other.f79) == 0
        && Double.compare(f83, other.f83) == 0
        && Double.compare(f87, other.f87) == 0
        && Double.compare(f91, other.f91) == 0
        && Double.compare(f95, other.f95) == 0
        && Double.compare(f99, other.f99) == 0
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
