# SPDX-License-Identifier: Apache-2.0
#
# Sourced by .ci/release-rehearsal: projects of users that know the folder of the release, and nothing else of Segue.

# shellcheck shell=bash disable=SC2154 # variables of .ci/release-rehearsal

# A local repository without Segue: all else is in the usual one.
local_repository() {
  local usual=${HOME:-/root}/.m2/repository
  [[ ${MAVEN_OPTS:-} =~ -Dmaven\.repo\.local=([^ ]+) ]] && usual=${BASH_REMATCH[1]}
  mkdir -p "$work/local/dev" "$usual/dev"
  find "$usual" -mindepth 1 -maxdepth 1 ! -name dev -exec ln -s {} "$work/local/" \;
  find "$usual/dev" -mindepth 1 -maxdepth 1 ! -name segue -exec ln -s {} "$work/local/dev/" \;
  cat >"$work/settings.xml" <<END
<settings>
  <profiles>
    <profile>
      <id>folder</id>
      <repositories>
        <repository><id>folder</id><url>file://$repository</url></repository>
      </repositories>
    </profile>
  </profiles>
  <activeProfiles><activeProfile>folder</activeProfile></activeProfiles>
</settings>
END
}

# Maven as in a project that knows only the folder. The last -Dmaven.repo.local wins.
user_maven() {
  MAVEN_OPTS="${MAVEN_OPTS:-} -Dmaven.repo.local=$work/local" mvn -B -q -s "$work/settings.xml" "$@"
}

# The classifier of this machine's native libraries.
platform() {
  case $(uname -s)-$(uname -m) in
    Darwin-arm64) echo macos-aarch64 ;;
    Darwin-*) echo macos-amd64 ;;
    *-aarch64) echo linux-aarch64 ;;
    *-ppc64le) echo linux-ppc64le ;;
    *) echo linux-amd64 ;;
  esac
}

dependency() {
  echo "<dependency><groupId>dev.segue</groupId><artifactId>$1</artifactId></dependency>"
}

# Fills in the template. $1: directory, $2: dependencies, $3: more plugins
write_pom() {
  local pom
  pom=$(<.ci/rehearsal/pom.xml)
  pom=${pom//@name@/"$(basename "$1")"}
  pom=${pom//@version@/"$version"}
  pom=${pom//@dependencies@/"$2"}
  pom=${pom//@plugins@/"$3"}
  printf '%s\n' "$pom" >"$1/pom.xml"
}

# A project for a module, whose sources are in .ci/rehearsal. It depends on the module, or on what a file lists.
write_project() {
  local project=$work/projects/$1 dependencies
  dependencies=$(dependency "$1")
  [ -d ".ci/rehearsal/$1" ] || fail "$1 has no project in .ci/rehearsal"
  mkdir -p "$project"
  cp -r ".ci/rehearsal/$1/." "$project"
  [ ! -f "$project/dependencies" ] || dependencies=$(sed "s/@platform@/$(platform)/" "$project/dependencies")
  write_pom "$project" "$dependencies" ""
}

# The programs of the README, with its own POM, and its snippet for compression in a program.
write_readme() {
  local project=$work/projects/readme sources=$work/projects/readme/src/main/java
  readme_project "$project"
  # A channel of its own: another process may use that of the README.
  sed "s/\"quotes\"/\"rehearsal-$$\"/" "$sources/Quotes.java" >"$work/Quotes.java"
  mv "$work/Quotes.java" "$sources/Quotes.java"
  {
    echo 'import dev.segue.compression.Codec;'
    echo 'void main() {'
    echo '  byte[] data = "tea, milk, ".repeat(1000).getBytes();'
    awk '/^\*\*Compression\*\*/ { found = 1 } found && /^```java$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' README.md
    echo '  IO.println(Arrays.equals(data, restored));'
    echo '}'
  } >"$sources/Compress.java"
}

# One jar of the programs of three modules, by maven-shade-plugin without transformers of note.
write_fat_jar() {
  local project=$work/projects/fat-jar sources=$work/projects/fat-jar/src/main/java/app dependencies='' program module name
  mkdir -p "$project"
  cp -r .ci/rehearsal/fat-jar/. "$project"
  for program in Objects:segue-serializer Bytes:segue-compression Messages:segue-shm-transport; do
    name=${program%:*}
    module=${program#*:}
    sed "s/\bMain\b/$name/" ".ci/rehearsal/$module/src/main/java/app/Main.java" >"$sources/$name.java"
    dependencies+=$(dependency "$module")
  done
  write_pom "$project" "$dependencies" "$(<"$project/plugins")"
}

write_aggregator() {
  {
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    echo '<groupId>com.example</groupId><artifactId>all</artifactId><version>1</version><packaging>pom</packaging>'
    echo '<modules>'
    (cd "$work" && for project in projects/*; do echo "<module>$project</module>"; done)
    echo '</modules></project>'
  } >"$work/pom.xml"
}

# Writes and packages all projects.
build_projects() {
  local name
  local_repository
  for name in $(artifacts); do
    if is_jar "$name"; then write_project "$name"; fi
  done
  write_readme
  write_fat_jar
  write_aggregator
  user_maven -f "$work/pom.xml" package || fail "the projects of users do not build"
  user_maven -f "$work/projects/readme/pom.xml" package \
    org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies \
    "-DoutputDirectory=$work/projects/readme/target/lib" || fail "the README's project does not build"
}
