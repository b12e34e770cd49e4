// SPDX-License-Identifier: Apache-2.0

/// The `segue` command.
module dev.segue.cli {
  requires HdrHistogram;
  requires dev.segue.compression;
  requires dev.segue.serializer;
  requires dev.segue.shm;
  requires dev.segue.workload;
  requires info.picocli;
  requires java.management;
  requires jdk.management;
  requires static org.jspecify;

  opens dev.segue.cli to
      info.picocli;
  opens dev.segue.cli.classes to
      info.picocli;
  opens dev.segue.cli.demo to
      dev.segue.serializer,
      info.picocli;
  opens dev.segue.cli.inspect to
      info.picocli;
  opens dev.segue.cli.schema to
      info.picocli;
  opens dev.segue.cli.shm to
      info.picocli;
  opens dev.segue.cli.terminal to
      info.picocli;
}
