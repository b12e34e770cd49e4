// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.nativeimage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Jvm;
import dev.segue.serializer.CodecFiles;
import dev.segue.serializer.Serializer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Codecs generated at build time, in a named module: the generated code calls the serializer from
/// that module.
class CodecFilesInModuleTest {

  private static final String MODULE =
      """
      module shop {
        requires dev.segue.serializer;
        opens shop to dev.segue.serializer;
        opens shop.parts to dev.segue.serializer;
      }
      """;

  private static final String PROGRAM =
      """
      package shop;

      import dev.segue.serializer.Serializer;
      import java.util.List;
      import shop.parts.Customer;

      final class Program {
        private record Order(long id, List<Customer> customers) {}

        interface OrderView {
          long id();
        }

        private static Serializer serializer() {
          Serializer serializer =
              Serializer.builder().register(Order.class, Customer.class).build();
          serializer.view(OrderView.class, Order.class);
          return serializer;
        }

        public static void main(String[] args) {
          Serializer serializer = serializer();
          Order order = new Order(7, List.of(new Customer("Ada")));
          byte[] bytes = serializer.toBytes(order);
          System.out.println(serializer.fromBytes(bytes, Order.class));
          System.out.println(serializer.view(OrderView.class, Order.class).at(bytes).id());
        }
      }
      """;

  private static final String CUSTOMER =
      """
      package shop.parts;

      public class Customer {
        private String name;

        public Customer(String name) {
          this.name = name.strip();
        }

        @Override
        public String toString() {
          return name;
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void moduleUsesOnlyGeneratedCodecFiles() throws Exception {
    Path classes = compile();
    run(
        "-cp",
        path(classes),
        CodecFiles.class.getName(),
        classes.toString(),
        "shop.Program.serializer");
    List<String> lines =
        run(
            "-Ddev.segue.serializer.classDefinition=deny",
            "-Xlog:class+load",
            "-p",
            path(classes),
            "-m",
            "shop/shop.Program");
    assertTrue(lines.contains("Order[id=7, customers=[Ada]]"), () -> String.join("\n", lines));
    assertTrue(lines.contains("7"));
    for (String name :
        List.of(
            "shop.Program$Order$Codec$",
            "shop.Program$OrderView$View$",
            "shop.Program$OrderView$Cursor$",
            "shop.parts.Customer$Codec$")) {
      assertTrue(lines.stream().anyMatch(line -> line.contains(" " + name)), name);
    }
    assertFalse(lines.stream().anyMatch(line -> line.contains("SegueAnchor")));
    assertFalse(lines.stream().anyMatch(line -> line.contains("INFO:")));
    namesWhatExists(classes);
  }

  private static void namesWhatExists(Path classes) throws IOException {
    String metadata =
        Files.readString(
            classes.resolve(
                "META-INF/native-image/dev.segue.codecs/shop/reachability-metadata.json"));
    List<String> names = new ArrayList<>();
    for (Object entry : (List<?>) ((Map<?, ?>) Json.parse(metadata)).get("reflection")) {
      if (((Map<?, ?>) entry).get("type") instanceof String name && !name.endsWith("[]")) {
        names.add(name);
      }
    }
    for (String name : names) {
      assertTrue(Files.exists(classes.resolve(name.replace('.', '/') + ".class")), name);
    }
    assertEquals(9, names.size(), names.toString());
  }

  private Path compile() throws IOException {
    Path classes = folder.resolve("classes");
    List<String> arguments =
        new ArrayList<>(List.of("-d", classes.toString(), "-p", path(classes)));
    for (Map.Entry<String, String> source :
        Map.of("module-info", MODULE, "Program", PROGRAM, "Customer", CUSTOMER).entrySet()) {
      Path file = folder.resolve(source.getKey() + ".java");
      Files.writeString(file, source.getValue());
      arguments.add(file.toString());
    }
    ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
    assertEquals(0, compiler.run(System.out, System.err, arguments.toArray(String[]::new)));
    return classes;
  }

  /// The path of the module, the serializer, and its annotations.
  private static String path(Path classes) {
    Stream<String> annotations =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(element -> element.contains("jspecify"));
    return String.join(
        File.pathSeparator,
        Stream.concat(
                Stream.of(
                    classes.toString(),
                    Serializer.class.getProtectionDomain().getCodeSource().getLocation().getPath()),
                annotations)
            .toList());
  }

  private static List<String> run(String... arguments) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    all.add("-Ddev.segue.serializer.execution=COMPILED");
    all.addAll(List.of(arguments));
    return Jvm.run(Jvm.command(all)).requireSuccess().lines();
  }
}
