// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.packaged.Bird;
import dev.segue.serializer.packaged.Mood;
import dev.segue.serializer.packaged.Zebra;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationTest {

  record A(int x) {}

  record B(int x) {}

  record C(int x) {}

  @TypeId(7)
  record Seven(int x) {}

  @TypeId(7)
  record AlsoSeven(int x) {}

  @TypeId(-3)
  record Negative(int x) {}

  private static void refused(
      Class<? extends RuntimeException> type, Executable executable, String... parts) {
    String message = String.valueOf(assertThrows(type, executable).getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }

  @Nested
  class Numbers {

    @Test
    void areChosenOrTheLowestThatAreFree() {
      Serializer serializer =
          Serializer.builder()
              .register(A.class, B.class)
              .register(Seven.class)
              .register(Mood.class, 0)
              .register(C.class)
              .register(Zebra.class, 2)
              .build();
      assertEquals(
          Map.of(0, Mood.class, 1, A.class, 2, Zebra.class, 3, B.class, 4, C.class, 7, Seven.class),
          serializer.registered());
      assertEquals(List.of(0, 1, 2, 3, 4, 7), List.copyOf(serializer.registered().keySet()));
      assertThrows(
          UnsupportedOperationException.class, () -> serializer.registered().put(9, A.class));
    }

    @Test
    void doNotDependOnTheOrderWhereTheyAreChosen() {
      Serializer one = Serializer.builder().register(A.class, 5).register(Seven.class).build();
      Serializer other = Serializer.builder().register(Seven.class).register(A.class, 5).build();
      assertEquals(new A(3), other.fromBytes(one.toBytes(new A(3)), A.class));
      assertEquals(new Seven(3), one.fromBytes(other.toBytes(new Seven(3)), Seven.class));
      assertEquals(one.toString(), other.toString());
    }

    @Test
    void mayBeTheLargest() {
      Serializer serializer =
          Serializer.builder().register(A.class, SerializerBuilder.MAX_ID).build();
      List<A> list = new ArrayList<>(List.of(new A(1)));
      assertEquals(list, serializer.copy(list));
      SerializerBuilder builder = Serializer.builder();
      refused(
          IllegalArgumentException.class,
          () -> builder.register(A.class, SerializerBuilder.MAX_ID + 1),
          "id=65280",
          "65279");
      refused(
          IllegalArgumentException.class,
          () -> builder.register(Negative.class),
          "id=-3",
          Negative.class.getName());
    }
  }

  @Nested
  class Mistakes {

    @Test
    void anotherNumberForAClassNamesBoth() {
      SerializerBuilder builder = Serializer.builder().register(A.class, 4);
      refused(
          IllegalArgumentException.class,
          () -> builder.register(A.class, 5),
          A.class.getName(),
          "id=4",
          "id=5");
      refused(
          IllegalArgumentException.class,
          () -> builder.register(Seven.class, 8),
          "id=8",
          "@TypeId(7)");
    }

    @Test
    void aNumberThatIsTakenNamesBoth() {
      SerializerBuilder builder = Serializer.builder().register(A.class, 4).register(Seven.class);
      refused(
          IllegalArgumentException.class,
          () -> builder.register(B.class, 4),
          "id=4",
          A.class.getName(),
          B.class.getName());
      refused(
          IllegalArgumentException.class,
          () -> builder.register(AlsoSeven.class),
          "id=7",
          Seven.class.getName(),
          AlsoSeven.class.getName());
    }

    @Test
    void registeringAfterBuildIsTooLate() {
      SerializerBuilder builder = Serializer.builder().register(A.class);
      Serializer serializer = builder.build();
      refused(
          IllegalStateException.class,
          () -> builder.register(B.class),
          B.class.getName(),
          "build() has already been called");
      assertThrows(IllegalStateException.class, () -> builder.register(B.class, 3));
      assertThrows(IllegalStateException.class, () -> builder.registerPackage(Zebra.class));
      assertEquals(serializer.toString(), builder.build().toString());
    }

    @Test
    @SuppressWarnings("NullAway") // on purpose
    void nullsAreNamed() {
      SerializerBuilder builder = Serializer.builder();
      refused(NullPointerException.class, () -> builder.register((Class<?>) null), "type");
      refused(NullPointerException.class, () -> builder.register(null, 1), "type");
      refused(NullPointerException.class, () -> builder.registerPackage(null), "member");
      refused(NullPointerException.class, () -> builder.registerPackage(A.class, null), "filter");
    }
  }

  /// As where several parts of a program bring their lists of classes along.
  @Nested
  class Again {

    private static final TypeCodec<StringBuilder, String> CODEC =
        TypeCodec.of(
            StringBuilder.class, String.class, StringBuilder::toString, StringBuilder::new);

    @Test
    void classesKeepTheirPlaceAndNumber() {
      SerializerBuilder builder =
          Serializer.builder()
              .register(A.class, B.class, Seven.class)
              .register(C.class, 1)
              .register(Seven.class, B.class, C.class, A.class)
              .register(C.class, 1)
              .register(Seven.class, 7)
              .registerPackage(Zebra.class)
              .register(Zebra.class, Mood.class)
              .registerPackage(Zebra.class)
              .register(CODEC)
              .register(CODEC, CODEC);
      assertEquals(
          Map.of(
              0, A.class,
              1, C.class,
              2, B.class,
              3, Bird.Hen.class,
              4, Mood.class,
              5, Zebra.class,
              6, Zebra.Foal.class,
              7, Seven.class,
              8, StringBuilder.class),
          builder.build().registered());
    }

    @Test
    void aNumberCanBeChosenForAClassThatHasNone() {
      Serializer serializer =
          Serializer.builder().register(A.class, B.class).register(A.class, 5).build();
      assertEquals(Map.of(0, B.class, 5, A.class), serializer.registered());
    }

    record Text(String text) implements java.io.Serializable {}

    @Test
    void aCodecOrJavaSerializationGoesBeforePlainRegistration() {
      TypeCodec<Text, String> codec =
          TypeCodec.of(Text.class, String.class, Text::text, text -> new Text(text + "!"));
      for (boolean first : new boolean[] {true, false}) {
        SerializerBuilder withCodec = Serializer.builder();
        SerializerBuilder serialized = Serializer.builder();
        if (first) {
          withCodec.register(Text.class);
          serialized.register(Text.class);
        }
        withCodec.register(codec);
        serialized.registerSerializable(Text.class).registerSerializable(Text.class);
        if (!first) {
          withCodec.register(Text.class);
          serialized.register(Text.class);
        }
        assertEquals(new Text("a!"), withCodec.build().copy(new Text("a")));
        Serializer java = serialized.build();
        assertEquals(new Text("a"), java.copy(new Text("a")));
        assertTrue(java.toBytes(new Text("a")).length > 60, "it has a stream in it");
        refused(
            IllegalArgumentException.class,
            () -> Serializer.builder().registerSerializable(Text.class).register(codec),
            Text.class.getName(),
            "registerSerializable");
        refused(
            IllegalArgumentException.class,
            () -> Serializer.builder().register(codec).registerSerializable(Text.class),
            Text.class.getName(),
            "with a codec");
        refused(
            IllegalArgumentException.class,
            () -> Serializer.builder().register(codec).register(codec.withSubclasses()),
            Text.class.getName(),
            "with a codec");
      }
    }
  }

  @Test
  void toStringTellsWhetherTwoSidesAgree() {
    String one = Serializer.builder().register(A.class, B.class).build().toString();
    assertTrue(one.startsWith("Serializer[classes=2, registration="), one);
    assertEquals(one, Serializer.builder().register(A.class, B.class).build().toString());
    assertNotEquals(one, Serializer.builder().register(B.class, A.class).build().toString());
    assertNotEquals(one, Serializer.builder().register(A.class, C.class).build().toString());
  }

  @Nested
  class Packages {

    private static final List<Class<?>> EXPECTED =
        List.of(Bird.Hen.class, Mood.class, Zebra.class, Zebra.Foal.class);

    private @TempDir Path directory = Path.of("");

    private static List<String> names(Serializer serializer) {
      return serializer.registered().values().stream().map(Class::getName).toList();
    }

    private static List<String> expected() {
      return EXPECTED.stream().map(Class::getName).toList();
    }

    @Test
    void areRegisteredInTheOrderOfNames() {
      Serializer serializer = Serializer.builder().registerPackage(Zebra.class).build();
      assertEquals(expected(), names(serializer));
      assertEquals(List.of(0, 1, 2, 3), List.copyOf(serializer.registered().keySet()));
      Zebra zebra = new Zebra(40, Mood.BAD);
      assertEquals(zebra, serializer.copy(zebra));
      assertEquals(60, serializer.copy(new Bird.Hen().lay(60)).weight());
      assertEquals(
          expected(),
          names(
              Serializer.builder()
                  .registerPackage(
                      Zebra.class.getPackageName(), Zebra.class.getClassLoader(), _ -> true)
                  .build()));
    }

    @Test
    void goThroughAFilterAndLeaveWhatIsRegistered() {
      Serializer serializer =
          Serializer.builder()
              .register(Zebra.Foal.class, 0)
              .register(A.class)
              .registerPackage(Zebra.class, type -> !type.isEnum())
              .build();
      assertEquals(
          Map.of(0, Zebra.Foal.class, 1, A.class, 2, Bird.Hen.class, 3, Zebra.class),
          serializer.registered());
    }

    @Test
    void thatCannotBeFoundAreNamed() {
      refused(
          IllegalArgumentException.class,
          () ->
              Serializer.builder()
                  .registerPackage("no.such", getClass().getClassLoader(), _ -> true),
          "no.such");
    }

    /// A jar with the fixture's classes, which may have entries for its directories.
    private Path jar(boolean directories) throws IOException, URISyntaxException {
      Path classes = Path.of(Zebra.class.getResource("Zebra.class").toURI()).getParent();
      Manifest manifest = new Manifest();
      manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
      manifest.getMainAttributes().putValue("Automatic-Module-Name", "fixture");
      Path jar = directory.resolve("fix ture+.jar");
      String path = Zebra.class.getPackageName().replace('.', '/') + '/';
      try (OutputStream out = Files.newOutputStream(jar);
          JarOutputStream entries = new JarOutputStream(out, manifest);
          Stream<Path> files = Files.list(classes)) {
        if (directories) {
          entries.putNextEntry(new JarEntry(path));
        }
        for (Path file : files.toList()) {
          entries.putNextEntry(new JarEntry(path + file.getFileName()));
          Files.copy(file, entries);
        }
        entries.putNextEntry(new JarEntry(path + "below/Zebra.class"));
      }
      return jar;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void areFoundInJars(boolean directories) throws Exception {
      URL[] urls = {jar(directories).toUri().toURL()};
      try (URLClassLoader loader = new URLClassLoader(urls, null)) {
        Class<?> zebra = loader.loadClass(Zebra.class.getName());
        Serializer serializer = Serializer.builder().registerPackage(zebra).build();
        assertEquals(expected(), names(serializer));
        assertEquals(
            Set.of(loader),
            Set.copyOf(
                serializer.registered().values().stream().map(Class::getClassLoader).toList()));
      }
    }

    @Test
    void areFoundInNamedModules() throws Exception {
      ModuleFinder finder = ModuleFinder.of(jar(false));
      ModuleLayer boot = ModuleLayer.boot();
      Configuration configuration =
          boot.configuration().resolve(finder, ModuleFinder.of(), Set.of("fixture"));
      ModuleLayer layer =
          boot.defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader());
      Class<?> zebra = layer.findLoader("fixture").loadClass(Zebra.class.getName());
      assertTrue(zebra.getModule().isNamed());
      assertEquals(expected(), names(Serializer.builder().registerPackage(zebra).build()));
    }
  }

  @Test
  void aForgottenClassIsNamedWithTheRemedy() {
    Serializer serializer = Serializer.builder().register(A.class).build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.toBytes(new B(1)));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    assertNotNull(e.getMessage());
    assertTrue(e.getMessage().contains(".register(B.class)"), e.getMessage());
    assertEquals(0, Arrays.asList(A.class).indexOf(serializer.registered().get(0)));
  }
}
