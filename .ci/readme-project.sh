# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Sourced by bash scripts: readme_project DIRECTORY writes the README's pom.xml and programs to a
# new project.

readme_project() {
  local project=$1
  rm -rf "$project"
  mkdir -p "$project/src/main/java"
  awk '/^```xml$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md >"$project/pom.xml"
  awk -v folder="$project/src/main/java/" '
    match($0, /`src\/main\/java\/[A-Za-z]+\.java`/) { name = substr($0, RSTART + 15, RLENGTH - 16) }
    /^```java$/ { inside = name != ""; next }
    /^```$/ { if (inside) name = ""; inside = 0 }
    inside { print >(folder name) }' README.md
}
