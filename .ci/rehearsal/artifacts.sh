# SPDX-License-Identifier: Apache-2.0
#
# Sourced by .ci/release-rehearsal: what the folder of a release contains, and whether it is complete.

# The file of a module in the folder, by what follows its version: that of a snapshot contains a time.
artifact() {
  find "$group/$1" -type f | grep -E "/$1-[0-9.]+(-[0-9.]+-[0-9]+)?${2//./\\.}$" || true
}

artifacts() {
  (cd "$group" && ls -d -- */ | tr -d /)
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
    for unwanted in '<parent>' '${' '<scope>test' '<build>' '<profile>' '<repositories>' '<properties>'; do
      ! grep -qF "$unwanted" "$pom" || fail "$name: its POM has $unwanted"
    done
    [ "$name" = segue-bom ] || grep -q "<artifactId>$name<" "$bom" || fail "$name is not in bom/pom.xml"
  done
  for name in cli benchmarks fuzz workloads examples golden shm-jcstress parent; do
    [ ! -e "$group/segue-$name" ] || fail "segue-$name is published"
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
