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
  class Ids {

    @Test
    void areExplicitOrTheLowestFreeOnes() {
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
          serializer.registeredClasses());
      assertEquals(List.of(0, 1, 2, 3, 4, 7), List.copyOf(serializer.registeredClasses().keySet()));
      assertThrows(
          UnsupportedOperationException.class,
          () -> serializer.registeredClasses().put(9, A.class));
    }

    @Test
    void doNotDependOnTheOrderIfExplicit() {
      Serializer one = Serializer.builder().register(A.class, 5).register(Seven.class).build();
      Serializer other = Serializer.builder().register(Seven.class).register(A.class, 5).build();
      assertEquals(new A(3), other.fromBytes(one.toBytes(new A(3)), A.class));
      assertEquals(new Seven(3), one.fromBytes(other.toBytes(new Seven(3)), Seven.class));
      assertEquals(one.toString(), other.toString());
    }

    @Test
    void mayBeTheMaximum() {
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
    void secondIdForAClassNamesBothIds() {
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
    void duplicateIdNamesBothClasses() {
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
    @SuppressWarnings("NullAway") // on purpose
    void nullsAreNamed() {
      SerializerBuilder builder = Serializer.builder();
      refused(NullPointerException.class, () -> builder.register((Class<?>) null), "type");
      refused(NullPointerException.class, () -> builder.register((Class<?>) null, 1), "type");
      refused(
          NullPointerException.class,
          () -> builder.register((TypeSurrogate<?, ?>) null, 1),
          "surrogate");
      refused(
          NullPointerException.class,
          () -> builder.register((TypeSurrogate<?, ?>) null),
          "surrogate");
      refused(
          NullPointerException.class,
          () -> builder.registerJavaSerialized((Class<?>) null),
          "type");
      refused(NullPointerException.class, () -> builder.registerJavaSerialized(null, 1), "type");
      refused(
          NullPointerException.class, () -> builder.skipTransientFields((Class<?>) null), "type");
      refused(NullPointerException.class, () -> builder.registerSealed(null), "root");
      refused(NullPointerException.class, () -> builder.registerReachable((Class<?>) null), "root");
      refused(NullPointerException.class, () -> builder.registerPackageOf(null), "member");
      refused(NullPointerException.class, () -> builder.registerPackageOf(A.class, null), "filter");
    }
  }

  /// Like a program in which each part registers its own classes.
  @Nested
  class Again {

    private static final TypeSurrogate<StringBuilder, String> TO_STRING =
        TypeSurrogate.of(
            StringBuilder.class, String.class, StringBuilder::toString, StringBuilder::new);

    @Test
    void classesKeepTheirPlaceAndId() {
      SerializerBuilder builder =
          Serializer.builder()
              .register(A.class, B.class, Seven.class)
              .register(C.class, 1)
              .register(Seven.class, B.class, C.class, A.class)
              .register(C.class, 1)
              .register(Seven.class, 7)
              .registerPackageOf(Zebra.class)
              .register(Zebra.class, Mood.class)
              .registerPackageOf(Zebra.class)
              .register(TO_STRING)
              .register(TO_STRING, TO_STRING);
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
          builder.build().registeredClasses());
    }

    @Test
    void idCanBeAddedToARegisteredClass() {
      Serializer serializer =
          Serializer.builder().register(A.class, B.class).register(A.class, 5).build();
      assertEquals(Map.of(0, B.class, 5, A.class), serializer.registeredClasses());
    }

    record Text(String text) implements java.io.Serializable {}

    @Test
    void surrogateOrJavaSerializationOverridesPlainRegistration() {
      TypeSurrogate<Text, String> surrogate =
          TypeSurrogate.of(Text.class, String.class, Text::text, text -> new Text(text + "!"));
      for (boolean first : new boolean[] {true, false}) {
        SerializerBuilder withSurrogate = Serializer.builder();
        SerializerBuilder serialized = Serializer.builder();
        if (first) {
          withSurrogate.register(Text.class);
          serialized.register(Text.class);
        }
        withSurrogate.register(surrogate);
        serialized.registerJavaSerialized(Text.class).registerJavaSerialized(Text.class);
        if (!first) {
          withSurrogate.register(Text.class);
          serialized.register(Text.class);
        }
        assertEquals(new Text("a!"), withSurrogate.build().copy(new Text("a")));
        Serializer java = serialized.build();
        assertEquals(new Text("a"), java.copy(new Text("a")));
        assertTrue(java.toBytes(new Text("a")).length > 60, "it has a stream in it");
        refused(
            IllegalArgumentException.class,
            () -> Serializer.builder().registerJavaSerialized(Text.class).register(surrogate),
            Text.class.getName(),
            "registerJavaSerialized");
        refused(
            IllegalArgumentException.class,
            () -> Serializer.builder().register(surrogate).registerJavaSerialized(Text.class),
            Text.class.getName(),
            "with a TypeSurrogate");
        refused(
            IllegalArgumentException.class,
            () -> Serializer.builder().register(surrogate).register(surrogate.withSubclasses()),
            Text.class.getName(),
            "with a TypeSurrogate");
      }
    }
  }

  record Letters(String text) {}

  private static final TypeSurrogate<StringBuilder, Letters> BUILDER =
      TypeSurrogate.of(
          StringBuilder.class,
          Letters.class,
          builder -> new Letters(builder.toString()),
          text -> new StringBuilder(text.text()));

  private static final TypeSurrogate<StringBuffer, Letters> BUFFER =
      TypeSurrogate.of(
          StringBuffer.class,
          Letters.class,
          buffer -> new Letters(buffer.toString()),
          text -> new StringBuffer(text.text()));

  @Nested
  class SurrogatesOfTypes {

    @Test
    void registerTheSurrogateClassWithTheNextId() {
      Serializer serializer =
          Serializer.builder()
              .register(A.class)
              .register(BUILDER, BUFFER)
              .register(B.class)
              .build();
      assertEquals(
          Map.of(
              0, A.class,
              1, StringBuilder.class,
              2, Letters.class,
              3, StringBuffer.class,
              4, B.class),
          serializer.registeredClasses());
      assertEquals("x", serializer.copy(new StringBuilder("x")).toString());
    }

    @Test
    void haveTheirExplicitId() {
      Serializer serializer =
          Serializer.builder()
              .register(BUILDER, 9)
              .register(BUILDER)
              .register(BUFFER)
              .register(Letters.class, 8)
              .register(BUFFER, 7)
              .build();
      assertEquals(
          Map.of(7, StringBuffer.class, 8, Letters.class, 9, StringBuilder.class),
          serializer.registeredClasses());
      SerializerBuilder builder = Serializer.builder().register(BUILDER, 9);
      refused(
          IllegalArgumentException.class,
          () -> builder.register(BUILDER, 10),
          StringBuilder.class.getName(),
          "id=9",
          "id=10");
      refused(IllegalArgumentException.class, () -> builder.register(BUFFER, 9), "id=9");
    }

    @Test
    void registerNoJdkClassesOrClassesWithoutInstances() {
      TypeSurrogate<StringBuilder, String> ofString =
          TypeSurrogate.of(
              StringBuilder.class, String.class, StringBuilder::toString, StringBuilder::new);
      TypeSurrogate<StringBuffer, Object[]> ofArray =
          TypeSurrogate.of(
              StringBuffer.class,
              Object[].class,
              buffer -> new Object[] {buffer.toString()},
              array -> new StringBuffer(array[0].toString()));
      Serializer serializer = Serializer.builder().register(ofString, ofArray).build();
      assertEquals(
          Map.of(0, StringBuilder.class, 1, StringBuffer.class), serializer.registeredClasses());
      assertEquals("x", serializer.copy(new StringBuffer("x")).toString());
    }

    @Test
    void unserializableClassIsRefusedImmediately() {
      class Inner {
        String text() {
          return RegistrationTest.this.toString();
        }
      }
      TypeSurrogate<StringBuilder, Inner> inner =
          TypeSurrogate.of(
              StringBuilder.class, Inner.class, _ -> new Inner(), i -> new StringBuilder(i.text()));
      SerializerBuilder builder = Serializer.builder();
      refused(SerializationException.class, () -> builder.register(inner), Inner.class.getName());
      assertEquals(Map.of(), builder.build().registeredClasses());
    }
  }

  record Stamp(long time) implements java.io.Serializable {}

  @Test
  void javaSerializedClassesCanHaveAnId() {
    Serializer serializer =
        Serializer.builder()
            .register(A.class)
            .registerJavaSerialized(Stamp.class, 5)
            .registerJavaSerialized(Stamp.class)
            .register(Stamp.class)
            .build();
    assertEquals(Map.of(0, A.class, 5, Stamp.class), serializer.registeredClasses());
    assertEquals(new Stamp(3), serializer.copy(new Stamp(3)));
    SerializerBuilder builder = Serializer.builder().registerJavaSerialized(Stamp.class, 5);
    refused(
        IllegalArgumentException.class,
        () -> builder.registerJavaSerialized(Stamp.class, 6),
        "id=5",
        "id=6");
    refused(
        IllegalArgumentException.class,
        () -> builder.registerJavaSerialized(java.util.SimpleTimeZone.class, 6),
        "java.util.SimpleTimeZone",
        "no id");
    refused(
        IllegalArgumentException.class,
        () -> builder.registerJavaSerialized(A.class),
        "Serializable",
        A.class.getName());
  }

  @Nested
  class ABuilderThatHasBuilt {

    @Test
    void canBeReusedWithoutChangingBuiltSerializers() {
      SerializerBuilder builder = Serializer.builder().register(A.class);
      Serializer first = builder.build();
      String before = first.toString();
      Serializer second = builder.register(B.class, 0).register(BUILDER).references(true).build();
      assertEquals(Map.of(0, A.class), first.registeredClasses());
      assertEquals(before, first.toString());
      assertEquals(
          Map.of(0, B.class, 1, A.class, 2, StringBuilder.class, 3, Letters.class),
          second.registeredClasses());
      assertTrue(second.toString().contains("references=true"), second::toString);
      assertEquals(new A(1), first.copy(new A(1)));
      assertThrows(SerializationException.class, () -> first.copy(new B(1)));
      assertEquals(new B(1), second.copy(new B(1)));
      assertEquals(second.toString(), builder.build().toString());
    }

    @Test
    void keepsItsRegistrationsWhenBuildingFails() {
      SerializerBuilder builder =
          Serializer.builder().register(A.class).unknownTypes(UnknownTypes.NULL);
      assertThrows(IllegalStateException.class, builder::build);
      Serializer serializer = builder.schemaMode(SchemaMode.COMPATIBLE).build();
      assertEquals(Map.of(0, A.class), serializer.registeredClasses());
    }
  }

  @Test
  void functionCanHoldRegistrations() {
    Serializer serializer =
        Serializer.builder()
            .apply(builder -> builder.register(A.class).references(true))
            .register(B.class)
            .build();
    assertEquals(Map.of(0, A.class, 1, B.class), serializer.registeredClasses());
    assertTrue(serializer.toString().contains("references=true"), serializer::toString);
  }

  @Test
  void fingerprintCoversIdsNamesAndFields() {
    Serializer one = Serializer.builder().register(A.class, B.class).build();
    int fingerprint = one.registrationFingerprint();
    assertEquals(
        fingerprint,
        Serializer.builder()
            .register(B.class, 1)
            .register(A.class)
            .references(true)
            .build()
            .registrationFingerprint());
    assertNotEquals(
        fingerprint,
        Serializer.builder().register(B.class, A.class).build().registrationFingerprint());
    assertNotEquals(
        fingerprint,
        Serializer.builder().register(A.class, C.class).build().registrationFingerprint());
    assertTrue(one.toString().contains("registration=%08x".formatted(fingerprint)), one::toString);
  }

  @Test
  void toStringShowsWhetherTwoSerializersAgree() {
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
      return serializer.registeredClasses().values().stream().map(Class::getName).toList();
    }

    private static List<String> expected() {
      return EXPECTED.stream().map(Class::getName).toList();
    }

    @Test
    void areRegisteredInTheOrderOfNames() {
      Serializer serializer = Serializer.builder().registerPackageOf(Zebra.class).build();
      assertEquals(expected(), names(serializer));
      assertEquals(List.of(0, 1, 2, 3), List.copyOf(serializer.registeredClasses().keySet()));
      Zebra zebra = new Zebra(40, Mood.BAD);
      assertEquals(zebra, serializer.copy(zebra));
      assertEquals(60, serializer.copy(new Bird.Hen().lay(60)).weight());
      assertEquals(
          expected(),
          names(
              Serializer.builder()
                  .registerPackageOf(
                      Zebra.class.getPackageName(), Zebra.class.getClassLoader(), _ -> true)
                  .build()));
    }

    @Test
    void areFilteredAndKeepEarlierRegistrations() {
      Serializer serializer =
          Serializer.builder()
              .register(Zebra.Foal.class, 0)
              .register(A.class)
              .registerPackageOf(Zebra.class, type -> !type.isEnum())
              .build();
      assertEquals(
          Map.of(0, Zebra.Foal.class, 1, A.class, 2, Bird.Hen.class, 3, Zebra.class),
          serializer.registeredClasses());
    }

    @Test
    void missingPackagesAreNamed() {
      refused(
          IllegalArgumentException.class,
          () ->
              Serializer.builder()
                  .registerPackageOf("no.such", getClass().getClassLoader(), _ -> true),
          "no.such");
    }

    /// A jar with the fixture's classes, with or without directory entries.
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
        Serializer serializer = Serializer.builder().registerPackageOf(zebra).build();
        assertEquals(expected(), names(serializer));
        assertEquals(
            Set.of(loader),
            Set.copyOf(
                serializer.registeredClasses().values().stream()
                    .map(Class::getClassLoader)
                    .toList()));
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
      assertEquals(expected(), names(Serializer.builder().registerPackageOf(zebra).build()));
    }
  }

  @Test
  void forgottenClassIsNamedWithTheRemedy() {
    Serializer serializer = Serializer.builder().register(A.class).build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.toBytes(new B(1)));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    assertNotNull(e.getMessage());
    assertTrue(e.getMessage().contains(".register(B.class)"), e.getMessage());
    assertEquals(0, Arrays.asList(A.class).indexOf(serializer.registeredClasses().get(0)));
  }
}
