#!/bin/sh
# Restarts the processes one after the other, each once the one before takes requests again:
#   deploy/rolling-restart.sh 3000 3001
set -eu
[ $# -gt 0 ] || { echo "Usage: $0 PORT…" >&2; exit 2; }
for port in "$@"; do
  systemctl restart "learn-lantern@$port"
  tries=0
  until curl --fail --silent --output /dev/null "http://127.0.0.1:$port/readyz"; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || { echo "learn-lantern@$port is not ready after a minute. The others still run." >&2; exit 1; }
    sleep 0.2
  done
  echo "learn-lantern@$port is ready"
done
