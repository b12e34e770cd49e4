# SPDX-License-Identifier: Apache-2.0
#
# Sourced by .ci/release-rehearsal: runs the programs of users' projects, with everything denied that the JDK can deny.
#
# Files in a project list exceptions, one a line, with their reasons as comments (#):
#   flags, module-flags    flags of the JVM that the program needs on the class path, on the module path
#   ignored                regular expressions for lines on standard error that other libraries print

# shellcheck shell=bash disable=SC2154 # variables of .ci/release-rehearsal

# Sets DENY to the flags that this JDK knows.
find_deny_flags() {
  local flag
  DENY=()
  for flag in --sun-misc-unsafe-memory-access=deny --illegal-native-access=deny --illegal-final-field-mutation=deny; do
    ! "$jdk/bin/java" "$flag" -version >/dev/null 2>&1 || DENY+=("$flag")
  done
}

# Sets the array LINES_OF_FILE to the lines of a file, if it exists, without comments.
read_lines() {
  local line
  LINES_OF_FILE=()
  [ -f "$1" ] || return 0
  while IFS= read -r line; do
    [[ $line == '#'* ]] || LINES_OF_FILE+=("$line")
  done <"$1"
}

# $1: what is run, then the arguments of the JVM. Removes from standard error what the array IGNORED matches.
# Programs end before C2 would pay off; .ci/jdk-matrix has the other collectors.
run() {
  local what=$1 pattern
  shift
  "$jdk/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC ${DENY[@]+"${DENY[@]}"} "$@" >"$printed/out" 2>"$printed/err" \
    || fail "$what fails: $(cat "$printed/out" "$printed/err")"
  cp "$printed/err" "$printed/rest"
  for pattern in ${IGNORED[@]+"${IGNORED[@]}"}; do
    grep -vE "$pattern" "$printed/rest" >"$printed/rest.new" || true
    mv "$printed/rest.new" "$printed/rest"
  done
  [ ! -s "$printed/rest" ] || fail "$what prints warnings: $(cat "$printed/err")"
  cat "$printed/err" >>"$printed/all-err"
}

expect_true() {
  run "$@"
  grep true "$printed/out" >/dev/null || fail "$1 prints nothing"
  ! grep -v '^true$' "$printed/out" >/dev/null || fail "$1 prints: $(cat "$printed/out")"
}

expect_output() {
  local pattern=$1
  shift
  run "$@"
  grep -x "$pattern" "$printed/out" >/dev/null || fail "$1 prints: $(cat "$printed/out")"
}

# The modules on a module path that use native access, as a list.
native_modules() {
  local all='' jar
  for jar in "$1"/segue-*.jar; do
    case $(basename "$jar") in
      segue-compression-*) all+=,dev.segue.compression ;;
      segue-shm-transport-*) all+=,dev.segue.shm ;;
    esac
  done
  # Lucene maps its files by native access of its own.
  ! ls "$1"/lucene-core-*.jar >/dev/null 2>&1 || all+=,org.apache.lucene.core
  echo "${all#,}"
}

run_module() {
  local project=$work/projects/$1 native=() pattern
  : >"$printed/all-err"
  read_lines "$project/ignored"
  IGNORED=(${LINES_OF_FILE[@]+"${LINES_OF_FILE[@]}"})
  read_lines "$project/flags"
  expect_true "$1 on the class path" --enable-native-access=ALL-UNNAMED ${LINES_OF_FILE[@]+"${LINES_OF_FILE[@]}"} \
    -cp "$project/target/classes:$project/target/lib/*" app.Main
  if [ -f "$project/src/main/java/module-info.java" ]; then
    read_lines "$project/module-flags"
    [ -z "$(native_modules "$project/target/lib")" ] \
      || native=("--enable-native-access=$(native_modules "$project/target/lib")")
    expect_true "$1 on the module path" ${native[@]+"${native[@]}"} ${LINES_OF_FILE[@]+"${LINES_OF_FILE[@]}"} \
      --module-path "$project/target/classes:$project/target/lib" --module app/app.Main
  fi
  for pattern in ${IGNORED[@]+"${IGNORED[@]}"}; do
    grep -E "$pattern" "$printed/all-err" >/dev/null || fail "$1 no longer prints what its file 'ignored' lists: $pattern"
  done
  IGNORED=()
}

# Runs every second module. $1: 0 or 1, $2: a folder for what programs print
run_half() {
  local name number=0 printed=$2
  mkdir -p "$printed"
  for name in $(artifacts); do
    is_jar "$name" || continue
    if [ $((number++ % 2)) = "$1" ]; then run_module "$name"; fi
  done
}

# Two programs at a time.
run_modules() {
  local half halves=() failed=''
  for half in 0 1; do
    run_half "$half" "$work/printed-$half" &
    halves+=($!)
  done
  for half in "${halves[@]}"; do
    wait "$half" || failed=1
  done
  [ -z "$failed" ] || fail "a module does not run"
}

run_readme() {
  local project=$work/projects/readme lib place
  lib=$project/target/lib
  for place in "-cp $project/target/classes:$lib/* --enable-native-access=ALL-UNNAMED" \
    "-cp $project/target/classes --module-path $lib --add-modules dev.segue.serializer,dev.segue.compression,dev.segue.shm --enable-native-access=dev.segue.compression,dev.segue.shm"; do
    set -f
    # shellcheck disable=SC2086 # flags are separated by spaces
    {
      expect_output '[0-9]* bytes: Order\[id=4711, items=\[Item\[article=tea, quantity=2\]\]\]' "README: Orders" $place Orders
      expect_output true "README: Compress" $place Compress
      run "README: Quotes send" $place Quotes send
      expect_output 'Quote\[symbol=SEGUE, price=42.25\]' "README: Quotes receive" $place Quotes receive
    }
    set +f
  done
}
