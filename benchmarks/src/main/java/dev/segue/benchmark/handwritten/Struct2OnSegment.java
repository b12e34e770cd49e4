// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Layouts.DOUBLE;
import static dev.segue.benchmark.handwritten.Layouts.FLOAT;
import static dev.segue.benchmark.handwritten.Layouts.INT;
import static dev.segue.benchmark.handwritten.Layouts.LONG;

import dev.segue.workload.Struct2;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// [Struct2] in a segment: two words with a bit for each absent value, then 416 bytes of eight-byte
/// values, then 208 of four-byte ones.
///
/// It is split into four parts, each small enough for the JIT.
public final class Struct2OnSegment implements Straight<MemorySegment, Struct2> {
  private static final int SIZE = 640;

  @Override
  public int write(MemorySegment memory, int offset, Struct2 struct) {
    Objects.checkFromIndexSize(offset, SIZE, memory.byteSize());
    long low = writeFirst(memory, offset, struct) | writeSecond(memory, offset, struct);
    long high = writeThird(memory, offset, struct) | writeFourth(memory, offset, struct);
    memory.set(LONG, offset, low);
    memory.set(LONG, offset + 8, high);
    return SIZE;
  }

  @Override
  public Struct2 read(MemorySegment memory, int offset) {
    Objects.checkFromIndexSize(offset, SIZE, memory.byteSize());
    long low = memory.get(LONG, offset);
    long high = memory.get(LONG, offset + 8);
    var struct = new Struct2();
    readFirst(memory, offset, struct);
    readSecond(memory, offset, struct);
    readThird(memory, offset, struct);
    readFourth(memory, offset, struct);
    if ((low | high) != 0) {
      clearEightByteValues(struct, low);
      clearFourByteValues(struct, high);
    }
    return struct;
  }

  private static long writeFirst(MemorySegment memory, int offset, Struct2 struct) {
    long absent = 0;
    absent |= put(memory, offset + 16, struct.f1) << 0;
    absent |= put(memory, offset + 24, struct.f3) << 1;
    absent |= put(memory, offset + 32, struct.f5) << 2;
    absent |= put(memory, offset + 40, struct.f7) << 3;
    absent |= put(memory, offset + 48, struct.f9) << 4;
    absent |= put(memory, offset + 56, struct.f11) << 5;
    absent |= put(memory, offset + 64, struct.f13) << 6;
    absent |= put(memory, offset + 72, struct.f15) << 7;
    absent |= put(memory, offset + 80, struct.f17) << 8;
    absent |= put(memory, offset + 88, struct.f19) << 9;
    absent |= put(memory, offset + 96, struct.f21) << 10;
    absent |= put(memory, offset + 104, struct.f23) << 11;
    absent |= put(memory, offset + 112, struct.f25) << 12;
    absent |= put(memory, offset + 120, struct.f27) << 13;
    absent |= put(memory, offset + 128, struct.f29) << 14;
    absent |= put(memory, offset + 136, struct.f31) << 15;
    absent |= put(memory, offset + 144, struct.f33) << 16;
    absent |= put(memory, offset + 152, struct.f35) << 17;
    absent |= put(memory, offset + 160, struct.f37) << 18;
    absent |= put(memory, offset + 168, struct.f39) << 19;
    absent |= put(memory, offset + 176, struct.f41) << 20;
    absent |= put(memory, offset + 184, struct.f43) << 21;
    absent |= put(memory, offset + 192, struct.f45) << 22;
    absent |= put(memory, offset + 200, struct.f47) << 23;
    absent |= put(memory, offset + 208, struct.f49) << 24;
    absent |= put(memory, offset + 216, struct.f51) << 25;
    return absent;
  }

  private static long writeSecond(MemorySegment memory, int offset, Struct2 struct) {
    long absent = 0;
    absent |= put(memory, offset + 224, struct.f53) << 26;
    absent |= put(memory, offset + 232, struct.f55) << 27;
    absent |= put(memory, offset + 240, struct.f57) << 28;
    absent |= put(memory, offset + 248, struct.f59) << 29;
    absent |= put(memory, offset + 256, struct.f61) << 30;
    absent |= put(memory, offset + 264, struct.f63) << 31;
    absent |= put(memory, offset + 272, struct.f65) << 32;
    absent |= put(memory, offset + 280, struct.f67) << 33;
    absent |= put(memory, offset + 288, struct.f69) << 34;
    absent |= put(memory, offset + 296, struct.f71) << 35;
    absent |= put(memory, offset + 304, struct.f73) << 36;
    absent |= put(memory, offset + 312, struct.f75) << 37;
    absent |= put(memory, offset + 320, struct.f77) << 38;
    absent |= put(memory, offset + 328, struct.f79) << 39;
    absent |= put(memory, offset + 336, struct.f81) << 40;
    absent |= put(memory, offset + 344, struct.f83) << 41;
    absent |= put(memory, offset + 352, struct.f85) << 42;
    absent |= put(memory, offset + 360, struct.f87) << 43;
    absent |= put(memory, offset + 368, struct.f89) << 44;
    absent |= put(memory, offset + 376, struct.f91) << 45;
    absent |= put(memory, offset + 384, struct.f93) << 46;
    absent |= put(memory, offset + 392, struct.f95) << 47;
    absent |= put(memory, offset + 400, struct.f97) << 48;
    absent |= put(memory, offset + 408, struct.f99) << 49;
    absent |= put(memory, offset + 416, struct.f101) << 50;
    absent |= put(memory, offset + 424, struct.f103) << 51;
    return absent;
  }

  private static long writeThird(MemorySegment memory, int offset, Struct2 struct) {
    long absent = 0;
    absent |= put(memory, offset + 432, struct.f0) << 0;
    absent |= put(memory, offset + 436, struct.f2) << 1;
    absent |= put(memory, offset + 440, struct.f4) << 2;
    absent |= put(memory, offset + 444, struct.f6) << 3;
    absent |= put(memory, offset + 448, struct.f8) << 4;
    absent |= put(memory, offset + 452, struct.f10) << 5;
    absent |= put(memory, offset + 456, struct.f12) << 6;
    absent |= put(memory, offset + 460, struct.f14) << 7;
    absent |= put(memory, offset + 464, struct.f16) << 8;
    absent |= put(memory, offset + 468, struct.f18) << 9;
    absent |= put(memory, offset + 472, struct.f20) << 10;
    absent |= put(memory, offset + 476, struct.f22) << 11;
    absent |= put(memory, offset + 480, struct.f24) << 12;
    absent |= put(memory, offset + 484, struct.f26) << 13;
    absent |= put(memory, offset + 488, struct.f28) << 14;
    absent |= put(memory, offset + 492, struct.f30) << 15;
    absent |= put(memory, offset + 496, struct.f32) << 16;
    absent |= put(memory, offset + 500, struct.f34) << 17;
    absent |= put(memory, offset + 504, struct.f36) << 18;
    absent |= put(memory, offset + 508, struct.f38) << 19;
    absent |= put(memory, offset + 512, struct.f40) << 20;
    absent |= put(memory, offset + 516, struct.f42) << 21;
    absent |= put(memory, offset + 520, struct.f44) << 22;
    absent |= put(memory, offset + 524, struct.f46) << 23;
    absent |= put(memory, offset + 528, struct.f48) << 24;
    absent |= put(memory, offset + 532, struct.f50) << 25;
    return absent;
  }

  private static long writeFourth(MemorySegment memory, int offset, Struct2 struct) {
    long absent = 0;
    absent |= put(memory, offset + 536, struct.f52) << 26;
    absent |= put(memory, offset + 540, struct.f54) << 27;
    absent |= put(memory, offset + 544, struct.f56) << 28;
    absent |= put(memory, offset + 548, struct.f58) << 29;
    absent |= put(memory, offset + 552, struct.f60) << 30;
    absent |= put(memory, offset + 556, struct.f62) << 31;
    absent |= put(memory, offset + 560, struct.f64) << 32;
    absent |= put(memory, offset + 564, struct.f66) << 33;
    absent |= put(memory, offset + 568, struct.f68) << 34;
    absent |= put(memory, offset + 572, struct.f70) << 35;
    absent |= put(memory, offset + 576, struct.f72) << 36;
    absent |= put(memory, offset + 580, struct.f74) << 37;
    absent |= put(memory, offset + 584, struct.f76) << 38;
    absent |= put(memory, offset + 588, struct.f78) << 39;
    absent |= put(memory, offset + 592, struct.f80) << 40;
    absent |= put(memory, offset + 596, struct.f82) << 41;
    absent |= put(memory, offset + 600, struct.f84) << 42;
    absent |= put(memory, offset + 604, struct.f86) << 43;
    absent |= put(memory, offset + 608, struct.f88) << 44;
    absent |= put(memory, offset + 612, struct.f90) << 45;
    absent |= put(memory, offset + 616, struct.f92) << 46;
    absent |= put(memory, offset + 620, struct.f94) << 47;
    absent |= put(memory, offset + 624, struct.f96) << 48;
    absent |= put(memory, offset + 628, struct.f98) << 49;
    absent |= put(memory, offset + 632, struct.f100) << 50;
    absent |= put(memory, offset + 636, struct.f102) << 51;
    return absent;
  }

  private static void readFirst(MemorySegment memory, int offset, Struct2 struct) {
    struct.f1 = memory.get(LONG, offset + 16);
    struct.f3 = memory.get(DOUBLE, offset + 24);
    struct.f5 = memory.get(LONG, offset + 32);
    struct.f7 = memory.get(DOUBLE, offset + 40);
    struct.f9 = memory.get(LONG, offset + 48);
    struct.f11 = memory.get(DOUBLE, offset + 56);
    struct.f13 = memory.get(LONG, offset + 64);
    struct.f15 = memory.get(DOUBLE, offset + 72);
    struct.f17 = memory.get(LONG, offset + 80);
    struct.f19 = memory.get(DOUBLE, offset + 88);
    struct.f21 = memory.get(LONG, offset + 96);
    struct.f23 = memory.get(DOUBLE, offset + 104);
    struct.f25 = memory.get(LONG, offset + 112);
    struct.f27 = memory.get(DOUBLE, offset + 120);
    struct.f29 = memory.get(LONG, offset + 128);
    struct.f31 = memory.get(DOUBLE, offset + 136);
    struct.f33 = memory.get(LONG, offset + 144);
    struct.f35 = memory.get(DOUBLE, offset + 152);
    struct.f37 = memory.get(LONG, offset + 160);
    struct.f39 = memory.get(DOUBLE, offset + 168);
    struct.f41 = memory.get(LONG, offset + 176);
    struct.f43 = memory.get(DOUBLE, offset + 184);
    struct.f45 = memory.get(LONG, offset + 192);
    struct.f47 = memory.get(DOUBLE, offset + 200);
    struct.f49 = memory.get(LONG, offset + 208);
    struct.f51 = memory.get(DOUBLE, offset + 216);
  }

  private static void readSecond(MemorySegment memory, int offset, Struct2 struct) {
    struct.f53 = memory.get(LONG, offset + 224);
    struct.f55 = memory.get(DOUBLE, offset + 232);
    struct.f57 = memory.get(LONG, offset + 240);
    struct.f59 = memory.get(DOUBLE, offset + 248);
    struct.f61 = memory.get(LONG, offset + 256);
    struct.f63 = memory.get(DOUBLE, offset + 264);
    struct.f65 = memory.get(LONG, offset + 272);
    struct.f67 = memory.get(DOUBLE, offset + 280);
    struct.f69 = memory.get(LONG, offset + 288);
    struct.f71 = memory.get(DOUBLE, offset + 296);
    struct.f73 = memory.get(LONG, offset + 304);
    struct.f75 = memory.get(DOUBLE, offset + 312);
    struct.f77 = memory.get(LONG, offset + 320);
    struct.f79 = memory.get(DOUBLE, offset + 328);
    struct.f81 = memory.get(LONG, offset + 336);
    struct.f83 = memory.get(DOUBLE, offset + 344);
    struct.f85 = memory.get(LONG, offset + 352);
    struct.f87 = memory.get(DOUBLE, offset + 360);
    struct.f89 = memory.get(LONG, offset + 368);
    struct.f91 = memory.get(DOUBLE, offset + 376);
    struct.f93 = memory.get(LONG, offset + 384);
    struct.f95 = memory.get(DOUBLE, offset + 392);
    struct.f97 = memory.get(LONG, offset + 400);
    struct.f99 = memory.get(DOUBLE, offset + 408);
    struct.f101 = memory.get(LONG, offset + 416);
    struct.f103 = memory.get(DOUBLE, offset + 424);
  }

  private static void readThird(MemorySegment memory, int offset, Struct2 struct) {
    struct.f0 = memory.get(INT, offset + 432);
    struct.f2 = memory.get(FLOAT, offset + 436);
    struct.f4 = memory.get(INT, offset + 440);
    struct.f6 = memory.get(FLOAT, offset + 444);
    struct.f8 = memory.get(INT, offset + 448);
    struct.f10 = memory.get(FLOAT, offset + 452);
    struct.f12 = memory.get(INT, offset + 456);
    struct.f14 = memory.get(FLOAT, offset + 460);
    struct.f16 = memory.get(INT, offset + 464);
    struct.f18 = memory.get(FLOAT, offset + 468);
    struct.f20 = memory.get(INT, offset + 472);
    struct.f22 = memory.get(FLOAT, offset + 476);
    struct.f24 = memory.get(INT, offset + 480);
    struct.f26 = memory.get(FLOAT, offset + 484);
    struct.f28 = memory.get(INT, offset + 488);
    struct.f30 = memory.get(FLOAT, offset + 492);
    struct.f32 = memory.get(INT, offset + 496);
    struct.f34 = memory.get(FLOAT, offset + 500);
    struct.f36 = memory.get(INT, offset + 504);
    struct.f38 = memory.get(FLOAT, offset + 508);
    struct.f40 = memory.get(INT, offset + 512);
    struct.f42 = memory.get(FLOAT, offset + 516);
    struct.f44 = memory.get(INT, offset + 520);
    struct.f46 = memory.get(FLOAT, offset + 524);
    struct.f48 = memory.get(INT, offset + 528);
    struct.f50 = memory.get(FLOAT, offset + 532);
  }

  private static void readFourth(MemorySegment memory, int offset, Struct2 struct) {
    struct.f52 = memory.get(INT, offset + 536);
    struct.f54 = memory.get(FLOAT, offset + 540);
    struct.f56 = memory.get(INT, offset + 544);
    struct.f58 = memory.get(FLOAT, offset + 548);
    struct.f60 = memory.get(INT, offset + 552);
    struct.f62 = memory.get(FLOAT, offset + 556);
    struct.f64 = memory.get(INT, offset + 560);
    struct.f66 = memory.get(FLOAT, offset + 564);
    struct.f68 = memory.get(INT, offset + 568);
    struct.f70 = memory.get(FLOAT, offset + 572);
    struct.f72 = memory.get(INT, offset + 576);
    struct.f74 = memory.get(FLOAT, offset + 580);
    struct.f76 = memory.get(INT, offset + 584);
    struct.f78 = memory.get(FLOAT, offset + 588);
    struct.f80 = memory.get(INT, offset + 592);
    struct.f82 = memory.get(FLOAT, offset + 596);
    struct.f84 = memory.get(INT, offset + 600);
    struct.f86 = memory.get(FLOAT, offset + 604);
    struct.f88 = memory.get(INT, offset + 608);
    struct.f90 = memory.get(FLOAT, offset + 612);
    struct.f92 = memory.get(INT, offset + 616);
    struct.f94 = memory.get(FLOAT, offset + 620);
    struct.f96 = memory.get(INT, offset + 624);
    struct.f98 = memory.get(FLOAT, offset + 628);
    struct.f100 = memory.get(INT, offset + 632);
    struct.f102 = memory.get(FLOAT, offset + 636);
  }

  private static void clearEightByteValues(Struct2 struct, long absent) {
    struct.f1 = keep(struct.f1, absent >>> 0);
    struct.f3 = keep(struct.f3, absent >>> 1);
    struct.f5 = keep(struct.f5, absent >>> 2);
    struct.f7 = keep(struct.f7, absent >>> 3);
    struct.f9 = keep(struct.f9, absent >>> 4);
    struct.f11 = keep(struct.f11, absent >>> 5);
    struct.f13 = keep(struct.f13, absent >>> 6);
    struct.f15 = keep(struct.f15, absent >>> 7);
    struct.f17 = keep(struct.f17, absent >>> 8);
    struct.f19 = keep(struct.f19, absent >>> 9);
    struct.f21 = keep(struct.f21, absent >>> 10);
    struct.f23 = keep(struct.f23, absent >>> 11);
    struct.f25 = keep(struct.f25, absent >>> 12);
    struct.f27 = keep(struct.f27, absent >>> 13);
    struct.f29 = keep(struct.f29, absent >>> 14);
    struct.f31 = keep(struct.f31, absent >>> 15);
    struct.f33 = keep(struct.f33, absent >>> 16);
    struct.f35 = keep(struct.f35, absent >>> 17);
    struct.f37 = keep(struct.f37, absent >>> 18);
    struct.f39 = keep(struct.f39, absent >>> 19);
    struct.f41 = keep(struct.f41, absent >>> 20);
    struct.f43 = keep(struct.f43, absent >>> 21);
    struct.f45 = keep(struct.f45, absent >>> 22);
    struct.f47 = keep(struct.f47, absent >>> 23);
    struct.f49 = keep(struct.f49, absent >>> 24);
    struct.f51 = keep(struct.f51, absent >>> 25);
    struct.f53 = keep(struct.f53, absent >>> 26);
    struct.f55 = keep(struct.f55, absent >>> 27);
    struct.f57 = keep(struct.f57, absent >>> 28);
    struct.f59 = keep(struct.f59, absent >>> 29);
    struct.f61 = keep(struct.f61, absent >>> 30);
    struct.f63 = keep(struct.f63, absent >>> 31);
    struct.f65 = keep(struct.f65, absent >>> 32);
    struct.f67 = keep(struct.f67, absent >>> 33);
    struct.f69 = keep(struct.f69, absent >>> 34);
    struct.f71 = keep(struct.f71, absent >>> 35);
    struct.f73 = keep(struct.f73, absent >>> 36);
    struct.f75 = keep(struct.f75, absent >>> 37);
    struct.f77 = keep(struct.f77, absent >>> 38);
    struct.f79 = keep(struct.f79, absent >>> 39);
    struct.f81 = keep(struct.f81, absent >>> 40);
    struct.f83 = keep(struct.f83, absent >>> 41);
    struct.f85 = keep(struct.f85, absent >>> 42);
    struct.f87 = keep(struct.f87, absent >>> 43);
    struct.f89 = keep(struct.f89, absent >>> 44);
    struct.f91 = keep(struct.f91, absent >>> 45);
    struct.f93 = keep(struct.f93, absent >>> 46);
    struct.f95 = keep(struct.f95, absent >>> 47);
    struct.f97 = keep(struct.f97, absent >>> 48);
    struct.f99 = keep(struct.f99, absent >>> 49);
    struct.f101 = keep(struct.f101, absent >>> 50);
    struct.f103 = keep(struct.f103, absent >>> 51);
  }

  private static void clearFourByteValues(Struct2 struct, long absent) {
    struct.f0 = keep(struct.f0, absent >>> 0);
    struct.f2 = keep(struct.f2, absent >>> 1);
    struct.f4 = keep(struct.f4, absent >>> 2);
    struct.f6 = keep(struct.f6, absent >>> 3);
    struct.f8 = keep(struct.f8, absent >>> 4);
    struct.f10 = keep(struct.f10, absent >>> 5);
    struct.f12 = keep(struct.f12, absent >>> 6);
    struct.f14 = keep(struct.f14, absent >>> 7);
    struct.f16 = keep(struct.f16, absent >>> 8);
    struct.f18 = keep(struct.f18, absent >>> 9);
    struct.f20 = keep(struct.f20, absent >>> 10);
    struct.f22 = keep(struct.f22, absent >>> 11);
    struct.f24 = keep(struct.f24, absent >>> 12);
    struct.f26 = keep(struct.f26, absent >>> 13);
    struct.f28 = keep(struct.f28, absent >>> 14);
    struct.f30 = keep(struct.f30, absent >>> 15);
    struct.f32 = keep(struct.f32, absent >>> 16);
    struct.f34 = keep(struct.f34, absent >>> 17);
    struct.f36 = keep(struct.f36, absent >>> 18);
    struct.f38 = keep(struct.f38, absent >>> 19);
    struct.f40 = keep(struct.f40, absent >>> 20);
    struct.f42 = keep(struct.f42, absent >>> 21);
    struct.f44 = keep(struct.f44, absent >>> 22);
    struct.f46 = keep(struct.f46, absent >>> 23);
    struct.f48 = keep(struct.f48, absent >>> 24);
    struct.f50 = keep(struct.f50, absent >>> 25);
    struct.f52 = keep(struct.f52, absent >>> 26);
    struct.f54 = keep(struct.f54, absent >>> 27);
    struct.f56 = keep(struct.f56, absent >>> 28);
    struct.f58 = keep(struct.f58, absent >>> 29);
    struct.f60 = keep(struct.f60, absent >>> 30);
    struct.f62 = keep(struct.f62, absent >>> 31);
    struct.f64 = keep(struct.f64, absent >>> 32);
    struct.f66 = keep(struct.f66, absent >>> 33);
    struct.f68 = keep(struct.f68, absent >>> 34);
    struct.f70 = keep(struct.f70, absent >>> 35);
    struct.f72 = keep(struct.f72, absent >>> 36);
    struct.f74 = keep(struct.f74, absent >>> 37);
    struct.f76 = keep(struct.f76, absent >>> 38);
    struct.f78 = keep(struct.f78, absent >>> 39);
    struct.f80 = keep(struct.f80, absent >>> 40);
    struct.f82 = keep(struct.f82, absent >>> 41);
    struct.f84 = keep(struct.f84, absent >>> 42);
    struct.f86 = keep(struct.f86, absent >>> 43);
    struct.f88 = keep(struct.f88, absent >>> 44);
    struct.f90 = keep(struct.f90, absent >>> 45);
    struct.f92 = keep(struct.f92, absent >>> 46);
    struct.f94 = keep(struct.f94, absent >>> 47);
    struct.f96 = keep(struct.f96, absent >>> 48);
    struct.f98 = keep(struct.f98, absent >>> 49);
    struct.f100 = keep(struct.f100, absent >>> 50);
    struct.f102 = keep(struct.f102, absent >>> 51);
  }

  private static <T> @Nullable T keep(@Nullable T value, long absent) {
    return (absent & 1) == 0 ? value : null;
  }

  private static long put(MemorySegment memory, int offset, @Nullable Integer value) {
    memory.set(INT, offset, value == null ? 0 : value);
    return value == null ? 1 : 0;
  }

  private static long put(MemorySegment memory, int offset, @Nullable Long value) {
    memory.set(LONG, offset, value == null ? 0 : value);
    return value == null ? 1 : 0;
  }

  private static long put(MemorySegment memory, int offset, @Nullable Float value) {
    memory.set(FLOAT, offset, value == null ? 0 : value);
    return value == null ? 1 : 0;
  }

  private static long put(MemorySegment memory, int offset, @Nullable Double value) {
    memory.set(DOUBLE, offset, value == null ? 0 : value);
    return value == null ? 1 : 0;
  }
}
