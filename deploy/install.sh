#!/bin/sh
# Installs IndoorKit's package with all that it needs, on the Debian or Ubuntu that it was made on.
# usage: install.sh [--minimal] [PACKAGE.deb]
#
# Without a name, the package that lies beside this script. --minimal leaves out the programs that only some exports
# need: poppler-utils (pictures of PDF plans) and gdal-bin (GeoTIFF, GeoPackage tiles, MBTiles).
set -eu

fail() { echo "install.sh: $2" >&2; exit "$1"; }

recommends=
if [ "${1:-}" = --minimal ]; then recommends=--no-install-recommends; shift; fi
case "${1:-}" in -*) fail 64 "'$1' is no option; usage: install.sh [--minimal] [PACKAGE.deb]" ;; esac
[ $# -le 1 ] || fail 64 "give one package; usage: install.sh [--minimal] [PACKAGE.deb]"

{ command -v apt-get && command -v dpkg-deb; } >/dev/null \
  || fail 70 "this is neither Debian nor Ubuntu (no apt-get); build from source instead: make install"

if [ $# = 0 ]; then
  set -- "$(dirname "$0")"/indoorkit_*.deb
  [ -e "$1" ] || fail 65 "no indoorkit_*.deb beside this script; 'make deb' makes one, give its path"
  [ $# = 1 ] || fail 65 "several packages beside this script, give one of them: $*"
fi
[ -f "$1" ] || fail 65 "$1: there is no such file; 'make deb' makes the package"
package=$(realpath "$1")
name=$(dpkg-deb --field "$package" Package 2>/dev/null) || fail 65 "$1: not a Debian package; download or copy it again"
case $name in
  indoorkit) program=indoor ;;
  indoorkit-server) program=indoor-server ;;
  *) fail 65 "$1: holds $name, not indoorkit" ;;
esac
for_machines=$(dpkg-deb --field "$package" Architecture)
machine=$(dpkg --print-architecture)
[ "$for_machines" = "$machine" ] \
  || fail 65 "$1: made for $for_machines, and this machine is $machine; run 'make deb' on a machine like this one"

root=
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || fail 70 "please run it as root: there is no sudo here"
  root=sudo
fi

$root apt-get update -qq || fail 70 "apt-get can't reach its package lists; see its message above"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q $recommends "$package" > "$log" || {
  cat "$log" >&2
  fail 70 "apt-get can't install it, see its message above; where libraries are missing, the \
package was made on another release of Debian or Ubuntu: run 'make deb' on one like this"
}
echo "installed $program $($program --version); '$program --help' tells what it does"
