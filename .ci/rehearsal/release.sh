# SPDX-License-Identifier: Apache-2.0
#
# Sourced by .ci/release-rehearsal: builds releases, and compares two of them.

# shellcheck shell=bash disable=SC2154 # variables of .ci/release-rehearsal

# The directories of the published modules.
published_modules() {
  grep -l '<unpublished>false</unpublished>' --include=pom.xml -r . --exclude-dir=target \
    | sed 's|^\./||; s|/pom.xml$||' | sort | paste -sd,
}

# A copy of the sources in another directory: no path of this one can end in a jar.
copy_sources() {
  mkdir -p "$1"
  git ls-files -z --cached --others --exclude-standard \
    | while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done \
    | tar -c --null -T - | tar -x -C "$1"
}

# $1: directory of the sources, then options and goals of Maven
build_release() {
  (cd "$1" && mvn -B -q -Prelease -Dgpg.skip -Dmaven.test.skip -pl "$modules" "${@:2}") \
    || fail "the release does not build in $1"
}

# $1: directory of the sources, $2: folder to release to, then options of Maven
release() {
  build_release "$1" "-DaltDeploymentRepository=folder::file://$2" "${@:3}" deploy
}

# Runs a command as on another machine: another time zone and language, and files that the group may write, as those
# of a user with the umask 002.
elsewhere() (
  umask 002
  chmod -R g+w "$work/source-again"
  export TZ=Pacific/Kiritimati MAVEN_OPTS="${MAVEN_OPTS:-} -Duser.language=tr -Duser.country=TR"
  "$@"
)

# The names in the folder contain the time of deployment, so the files are compared where they were built.
# $1: directory of the first build, $2: that of the second one, which has no further files
compare_releases() {
  local file different=0
  (cd "$2" && find . -path '*/target/*' \( -name 'segue-*.jar' -o -name 'published-pom.xml' \
    -o -path '*/target/bom.json' \)) | sort >"$work/files"
  [ -s "$work/files" ] || fail "no files to compare"
  while IFS= read -r file; do
    cmp "$1/$file" "$2/$file" && continue
    different=1
    if [[ $file == *.jar && -e $1/$file ]]; then
      "$jdk/bin/java" build-support/JarDifferences.java "$1/$file" "$2/$file"
    fi
  done <"$work/files"
  [ "$different" = 0 ] || fail "two builds differ (classes of deleted sources in a target directory? mvn clean)"
  say "$(wc -l <"$work/files") files of two builds are the same"
}
