# SPDX-License-Identifier: Apache-2.0
#
# Sourced by .ci/release-rehearsal: what the folder of a release contains, and whether it is complete.

# shellcheck shell=bash disable=SC2154 # variables of .ci/release-rehearsal

# The file of a module in the folder, by what follows its version: that of a snapshot contains a time.
artifact() {
  find "$group/$1" -type f | grep -E "/$1-[0-9.]+(-[0-9.]+-[0-9]+)?${2//./\\.}$" || true
}

artifacts() {
  (cd "$group" && printf '%s\n' */ | tr -d /)
}

is_jar() {
  [ -n "$(artifact "$1" .jar)" ]
}

check_poms() {
  local pom name bom
  bom=$(artifact segue-bom .pom)
  for name in $(artifacts); do
    pom=$(artifact "$name" .pom)
    for element in name description url licenses developers scm; do
      grep -q "<$element>" "$pom" || grep -q "<$element " "$pom" || fail "$name: its POM has no $element"
    done
    # shellcheck disable=SC2016 # a property that Maven has not filled in
    for unwanted in '<parent>' '${' '<scope>test' '<build>' '<profile>' '<repositories>' '<properties>'; do
      ! grep -qF "$unwanted" "$pom" || fail "$name: its POM has $unwanted"
    done
    [ "$name" = segue-bom ] || grep -q "<artifactId>$name<" "$bom" || fail "$name is not in bom/pom.xml"
  done
  for name in cli benchmarks fuzz workloads examples golden shm-jcstress parent; do
    [ ! -e "$group/segue-$name" ] || fail "segue-$name is published"
  done
}

# Each jar of native libraries has those of its platform only, says so to GraalVM, and has a version in the BOM.
check_natives() {
  local jar classifier content
  for jar in "$group"/segue-natives/*/segue-natives-*.jar; do
    classifier=$(sed -nE 's/.*-((linux|macos|windows)-[a-z0-9]+)\.jar$/\1/p' <<<"$jar")
    [ -n "$classifier" ] || continue
    content=$("$jdk/bin/jar" --list --file "$jar")
    grep -qx 'META-INF/native-image/dev.segue/segue-natives/reachability-metadata.json' <<<"$content" \
      || fail "$jar has no metadata for native images"
    grep -q "^segue-native/$classifier/." <<<"$content" || fail "$jar has no native libraries"
    ! grep '^segue-native/.*/.' <<<"$content" | grep -v "^segue-native/$classifier/" \
      || fail "$jar has native libraries of other platforms"
    grep -q "<classifier>$classifier<" "$(artifact segue-bom .pom)" || fail "$classifier is not in bom/pom.xml"
  done
}

check_jars() {
  local name jar
  for name in $(artifacts); do
    is_jar "$name" || continue
    for ending in -sources.jar -javadoc.jar -cyclonedx.json; do
      [ "$ending$full" = -javadoc.jar ] || [ -n "$(artifact "$name" "$ending")" ] || fail "$name has no $ending"
    done
    jar=$(artifact "$name" .jar)
    # A name that is derived from the file would be segue.something.
    "$jdk/bin/jar" --describe-module --file "$jar" | grep '^dev\.segue\.' >/dev/null \
      || fail "$name has neither a module descriptor nor an Automatic-Module-Name"
  done
}
