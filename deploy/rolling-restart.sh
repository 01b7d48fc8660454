#!/bin/sh
# Restarts the processes one after the other, each once the one before takes requests again:
#   deploy/rolling-restart.sh 3000 3001
# READY_WITHIN is how many seconds each may take: before an upgrade a large site is backed up.
set -eu
[ $# -gt 0 ] || { echo "Usage: $0 PORT…" >&2; exit 2; }
command -v curl >/dev/null || { echo "$0 needs curl" >&2; exit 2; }
ready_within=${READY_WITHIN:-3600}
for port in "$@"; do
  systemctl restart "learn-lantern@$port"
  deadline=$(($(date +%s) + ready_within))
  until curl --fail --silent --max-time 5 --output /dev/null "http://127.0.0.1:$port/readyz"; do
    restarts=$(systemctl show --property=NRestarts --value "learn-lantern@$port")
    if [ "$(date +%s)" -ge "$deadline" ] || [ "${restarts:-0}" -ge 3 ]; then
      echo "learn-lantern@$port does not become ready. The others still run. See: journalctl -u learn-lantern@$port" >&2
      exit 1
    fi
    sleep 0.2
  done
  echo "learn-lantern@$port is ready"
done
