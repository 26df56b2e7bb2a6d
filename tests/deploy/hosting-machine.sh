#!/bin/bash
# A machine on which docs/hosting.md is typed: a copy of this one whose files, processes and network are its own and vanish in the end.
# Stands for what such a copy lacks: apt-get installs nothing, git clone and npm ci take the files of this repository, and systemctl starts
# what the unit says as the user that it names.
#
#   unshare --mount --net --pid --fork --mount-proc hosting-machine.sh <repository> <directory> <commands>
set -euo pipefail
repository=$1 directory=$2 commands=$3

mount -t tmpfs -o size=3g none "$directory"
mkdir "$directory"/{upper,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$directory/upper,workdir=$directory/work" "$directory/root"
root=$directory/root
mount --rbind /dev "$root/dev"
mount -t proc none "$root/proc"
mount -t tmpfs none "$root/run"
mkdir "$root/source"
# The overlay may not reach into directories that are mounts of their own.
mount --bind "$repository" "$root/source"
ip link set lo up
rm -rf "$root/opt/kith" "$root/var/lib/kith" "$root/etc/kith"
echo '127.0.0.1 localhost kith.example' > "$root/etc/hosts"

shims=$root/usr/local/shims
mkdir -p "$shims"
cat > "$shims/apt-get" <<'SHIM'
#!/bin/sh
exit 0
SHIM
cat > "$shims/git" <<'SHIM'
#!/bin/sh
[ "$1" = clone ] || exit 0
mkdir -p "$3"
cd /source && /usr/bin/git -c safe.directory='*' ls-files --cached --others --exclude-standard -z | while IFS= read -r -d '' file; do [ -e "$file" ] && printf '%s\0' "$file"; done | tar --null --files-from=- -c | tar -x -C "$3"
SHIM
sed -i '1s/sh$/bash/' "$shims/git"
cat > "$shims/npm" <<'SHIM'
#!/bin/sh
[ "$1" = ci ] || exec /usr/bin/env PATH="${PATH#*:}" npm "$@"
mkdir -p node_modules
mountpoint -q node_modules || mount --bind /source/node_modules node_modules
SHIM
cat > "$shims/systemctl" <<'SHIM'
#!/bin/bash
# Only what docs/hosting.md needs: one unit, and Caddy.
set -euo pipefail
unit=/etc/systemd/system/kith.service
value() { sed -n "s/^$1=//p" "$unit"; }
start() {
  user=$(value User)
  install -d -m 700 -o "$user" -g "$user" /var/lib/kith /run/kith
  cd "$(value WorkingDirectory)"
  settings=$(grep -v '^#' /etc/kith/kith.env | grep = || true)
  # shellcheck disable=SC2046
  env -i PATH="$PATH" NODE_EXTRA_CA_CERTS="${NODE_EXTRA_CA_CERTS:-}" $(value Environment) $settings \
    setpriv --reuid "$user" --regid "$user" --clear-groups $(value ExecStart) > /var/log/kith.log 2>&1 &
  echo $! > /run/kith.pid
  for _ in $(seq 300); do curl --silent --fail http://127.0.0.1:3000/api/ready > /dev/null && return; sleep 0.1; done
  cat /var/log/kith.log >&2
  exit 1
}
stop() {
  kill "$(cat /run/kith.pid)"
  for _ in $(seq 300); do kill -0 "$(cat /run/kith.pid)" 2> /dev/null || return 0; sleep 0.1; done
  exit 1
}
case "$*" in
  daemon-reload) ;;
  'enable --now kith' | 'start kith') start ;;
  'stop kith') stop ;;
  'restart kith') stop; start ;;
  'reload caddy')
    # No authority on the internet gives this machine a certificate.
    sed -i '1i { \n local_certs \n skip_install_trust \n}' /etc/caddy/Caddyfile
    XDG_DATA_HOME=/var/lib/caddy-data caddy run --config /etc/caddy/Caddyfile > /var/log/caddy.log 2>&1 &
    for _ in $(seq 300); do curl --silent --insecure --fail https://kith.example/api/health > /dev/null && chmod -R a+rX /var/lib/caddy-data && exit 0; sleep 0.1; done
    cat /var/log/caddy.log >&2
    exit 1
    ;;
  *) echo "systemctl $*: not known here" >&2; exit 1 ;;
esac
SHIM
chmod 755 "$shims"/*

cp "$commands" "$root/commands.sh"
exec chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/shims:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  NODE_EXTRA_CA_CERTS=/var/lib/caddy-data/caddy/pki/authorities/local/root.crt bash -euo pipefail /commands.sh
