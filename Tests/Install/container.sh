# Sourced: a root with Scrim installed, booted by systemd-nspawn with systemd as its first process, and
# functions to act in it. Nothing of this machine's own root is changed.
#
# The sourcing script has `set -Eeuo pipefail`, runs as root in a mount namespace of its own, and sets
# `here` (the checkout), `programs` (the build folder) and `name` (as messages call the check).

work=$(mktemp -d)
root=$work/root
spool=$root/var/spool/scrim
container=
end() {
  if [ -n "$container" ] && kill -0 "$container" 2>/dev/null; then
    # The first signal asks it to halt, the second does it.
    kill "$container" 2>/dev/null || true
    sleep 2
    kill "$container" 2>/dev/null || true
    wait "$container" 2>/dev/null || true
  fi
  umount -R -l "$work"
  rmdir "$work"
}
failed() {
  echo "$name: line $1 failed: $2" >&2
  [ -z "$container" ] || inside journalctl --no-pager -n 40 >&2 || true
}
mount -t tmpfs -o mode=755 tmpfs "$work"
# systemd-nspawn keeps notes about the container in /run.
mount -t tmpfs -o mode=755 tmpfs /run
trap end EXIT
trap 'failed $LINENO "$BASH_COMMAND"' ERR

# root_of_debian TREE: a root over a tree that debootstrap made; it is made if it is missing.
root_of_debian() {
  bare_root_of_debian "$1"
  "$here/etc/packaging/install" "$programs" "$root"
}

# bare_root_of_debian TREE: the same without Scrim. A tree that lacks a package of the list is made again. The last part
# of its path is the Debian's name, bookworm or trixie.
bare_root_of_debian() {
  local packages package suite=${1##*/}
  packages=$(awk '$1 == "container" { print $2 }' "$here/etc/packaging/packages.txt")
  # Debian 13 has names of its own for libraries that deal in times, and other versions of some.
  [ "$suite" = bookworm ] || packages=$(sed -E 's/^(libpng16-16|libssl3|libcurl4)$/&t64/; s/^libzint2\.11$/libzint2.15/
    s/^libzxing2$/libzxing3/' <<<"$packages")
  for package in $packages; do
    [ -e "$1/var/lib/dpkg/info/$package.list" ] || [ -e "$1/var/lib/dpkg/info/$package:amd64.list" ] || {
      rm -rf "$1" "$1.part"
      debootstrap --variant=minbase --include="$(echo $packages | tr ' ' ,)" "$suite" "$1.part"
      mv "$1.part" "$1"
      break
    }
  done
  mkdir "$root" "$work/upper" "$work/scratch"
  mount -t overlay -o "lowerdir=$1,upperdir=$work/upper,workdir=$work/scratch" overlay "$root"
}

# root_of_machine: a root over this machine's own /usr, which must be a Debian with systemd.
root_of_machine() {
  local link
  mkdir -p "$root"/{usr,etc,proc,sys,dev,run,root,home,tmp,var/{cache,log,lib,tmp},srv} "$work/tree"
  chmod 1777 "$root/tmp" "$root/var/tmp"
  "$here/etc/packaging/install" "$programs" "$work/tree"
  mkdir "$work/upper" "$work/scratch"
  mount -t overlay -o "lowerdir=$work/tree/usr:/usr,upperdir=$work/upper,workdir=$work/scratch" \
    overlay "$root/usr"
  for link in bin sbin lib lib64; do ln -s "usr/$link" "$root/$link"; done
  cp -a "$work/tree/etc/." /etc/fonts /etc/ld.so.cache /etc/login.defs "$root/etc/"
  # Of these folders, whatever the machine's caches know: a user of the root cannot renew them.
  mkdir "$root/var/cache/fontconfig"
  chroot "$root" fc-cache -s
  printf 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/usr/sbin/nologin\n' >"$root/etc/passwd"
  printf 'root:x:0:\nnogroup:x:65534:\n' >"$root/etc/group"
  : >"$root/etc/machine-id"
  systemd-sysusers --root="$root" 2>/dev/null
}

# install_service USER…: what `make install` leaves to an operator, and members of the group.
install_service() {
  systemd-sysusers --root="$root" "$root/usr/lib/sysusers.d/scrim.conf"
  systemd-tmpfiles --root="$root" --create "$root/usr/lib/tmpfiles.d/scrim.conf"
  local user
  for user in "$@"; do chroot "$root" useradd --create-home --groups scrim "$user"; done
  systemctl --root="$root" enable scrimd.service 2>/dev/null
  # A memory file system has less free than the daemon wants by default.
  sed -i 's/^free-bytes = .*/free-bytes = 0/' "$root/etc/scrim/scrim.toml"
}

# serve_queue: a PostgreSQL server of this machine, until this script ends; its socket is /var/shared there.
serve_queue() {
  shared=$(mktemp -d /var/tmp/scrim-queue-server.XXXXXX)
  chmod 755 "$shared"
  mkfifo "$work/server"
  "$here/Tools/postgres" "$shared" 5432 listen_addresses= <"$work/server" >"$work/ready" &
  # Its end is that of this script.
  exec 3>"$work/server"
  within 60 grep -q ready "$work/ready"
}

# boot: until the service runs, or `booted`, if it is set, succeeds. `shared`, if it is set, is a folder of this machine's
# that is /var/shared there.
boot() {
  # systemd-nspawn denies system calls that it does not know, Landlock's among them.
  SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 systemd-nspawn --register=no --keep-unit --directory="$root" \
    --machine=scrim-check --console=pipe --private-network ${shared:+--bind="$shared:/var/shared"} \
    --system-call-filter="landlock_create_ruleset landlock_add_rule landlock_restrict_self" \
    /lib/systemd/systemd </dev/null >"$work/console" 2>&1 &
  container=$!
  within 120 ${booted:-is ActiveState active}
  inside systemctl --version | head -1
}
halt() {
  inside systemctl poweroff
  wait "$container" || true
  container=
}
first() { cat "/proc/$container/task/$container/children" 2>/dev/null | tr -d ' '; }
inside() { nsenter --target "$(first)" --all -- "$@"; }
property() { inside systemctl show --property="$1" --value scrimd; }
within() {
  local seconds=$1
  shift
  for _ in $(seq $((seconds * 10))); do
    if "$@"; then return; fi
    sleep 0.1
  done
  echo "did not happen in $seconds s: $*" >&2
  return 1
}
is() { [ "$(property "$1" 2>/dev/null)" = "$2" ]; }
now() { date +%s%3N; }
# as USER COMMAND…
as() {
  local user=$1
  shift
  inside setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs --inh-caps=-all \
    env HOME="/home/$user" "$@"
}
alice() { as alice "$@"; }
lines() { inside journalctl --no-pager --unit scrimd --output=cat; }

# blocks FILE MARK PATTERN: writes the blocks of a page that have a mark and contain a text to files.
blocks() {
  rm -rf "$work/blocks"
  mkdir "$work/blocks"
  /usr/bin/python3 - "$1" "$2" "$3" "$work/blocks" <<'END'
import re, sys
from pathlib import Path
page, mark, part, folder = sys.argv[1:]
blocks = re.findall(rf"^<!-- {mark} -->\n```sh\n(.*?)^```$", Path(page).read_text(), re.M | re.S)
for number, block in enumerate(block for block in blocks if part in block):
    Path(folder, f"{number:03}").write_text(block)
END
}

# documented FILE [PATTERN]: runs in the container, as root, the blocks of a page that are marked for it, or those that
# contain a text. A block ends with its first command that fails.
documented() {
  local count=0 block
  blocks "$1" "run in a container" "${2:-}"
  for block in "$work/blocks"/*; do
    [ -e "$block" ] || break
    sed 's/^/  $ /' "$block"
    inside sh -euc "cd ${documented_in:-/}; $(cat "$block")" </dev/null
    count=$((count + 1))
  done
  [ $count -gt 0 ] || { echo "$1: no block to run in a container${2:+ with \"$2\"}" >&2; return 1; }
}

# documented_table FILE: runs in the container, as root, the commands in the last column of a page's table of symptoms.
# Only a search in the journal may find nothing.
documented_table() {
  local count=0 command status
  while IFS= read -r command; do
    status=0
    inside sh -c "$command" </dev/null >"$work/said" 2>&1 || status=$?
    case "$status $command" in
      "0 "*) ;;
      "1 journalctl "*) grep -q "No entries" "$work/said" ;;
      *)
        echo "$command: status $status" >&2
        cat "$work/said" >&2
        return 1
        ;;
    esac
    count=$((count + 1))
  done < <(sed -n '/^| symptom /,/^$/s/.*| `\(.*\)` |$/\1/p' "$1")
  echo "commands of the table: $count"
  [ $count -ge 20 ]
}
