# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
#
# Sourced by POSIX shell scripts that define a function `fail`: find_jdk sets `jdk` to the home of a
# JDK that can build and run Segue, or fails with a list of the places that it searched.

MIN_JAVA=25

# Sets version to the major version of a JDK, from its release file; 0 if it is not a JDK or has none.
java_version() {
  version=0
  if [ -x "$1/bin/javac" ] && [ -f "$1/release" ]; then
    while IFS='=' read -r key value; do
      if [ "$key" = JAVA_VERSION ]; then
        value=${value#\"}
        value=${value%\"}
        version=${value%%[!0-9]*}
        break
      fi
    done <"$1/release"
  fi
  [ -n "$version" ] || version=0
}

usable() {
  java_version "$1"
  [ "$version" -ge "$MIN_JAVA" ]
}

# Sets path_home to the home of the java on the PATH.
java_on_path() {
  found=$(command -v java) || return 1
  while [ -h "$found" ]; do
    link=$(readlink "$found") || return 1
    case $link in
      /*) found=$link ;;
      *) found=$(dirname "$found")/$link ;;
    esac
  done
  path_home=$(cd "$(dirname "$found")/.." 2>/dev/null && pwd -P)
}

find_jdk() {
  if [ -n "${SEGUE_JAVA_HOME:-}" ]; then
    jdk=$SEGUE_JAVA_HOME
    usable "$jdk" || fail "SEGUE_JAVA_HOME=$jdk is not a JDK $MIN_JAVA or later"
    return
  fi
  jdk=${JAVA_HOME:-}
  if [ -n "$jdk" ] && usable "$jdk"; then return; fi
  if java_on_path; then
    jdk=$path_home
    if usable "$jdk"; then return; fi
  fi
  for jdk in /usr/lib/jvm/* /usr/java/* /usr/local/java/* /opt/* /opt/java/* \
    "${HOME:-/root}"/.sdkman/candidates/java/* "${HOME:-/root}"/.jdks/* \
    "${HOME:-/root}"/.local/share/mise/installs/java/* "${HOME:-/root}"/.asdf/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-/root}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    if usable "$jdk"; then return; fi
  done
  fail "no JDK $MIN_JAVA or later in SEGUE_JAVA_HOME, JAVA_HOME, on the PATH, in /usr/lib/jvm, /usr/java, /usr/local/java, /opt, ~/.sdkman, ~/.jdks, ~/.local/share/mise, ~/.asdf, /Library/Java/JavaVirtualMachines or Homebrew: install one, or set SEGUE_JAVA_HOME"
}
