# Requests to the platform. Addresses contain the ticket, so they are never arguments of a process.

# request <address> [option of curl…]: sets `status`, which is 000 without a connection. Body and headers are at `reply`.
request() {
  target=$1
  shift
  printf 'url = "%s"\n' "$target" |
    curl -q --config - --silent --max-time 20 --max-filesize 1000000 --proto '=http,https' --user-agent "$brand/WinInet" \
      --output "$reply.body" --dump-header "$reply.headers" --write-out '%{http_code}' "$@" >"$reply.status" &
  # A signal interrupts `wait`, and would not interrupt a program in the foreground.
  wait $!
  status=$(cat "$reply.status")
}

# Fetches the join script. Retries for up to a minute, because the game's server may not know the player yet.
fetch_script() {
  until=$(($(date +%s) + 60))
  while :; do
    request "$script"
    case $status in
      200) break ;;
      429 | 503 | 504) ;;
      000) fail unreachable "$base_url" ;;
      *) fail refused "$(plain <"$reply.body")" ;;
    esac
    pause=$(LC_ALL=C sed -n 's/^[Rr][Ee][Tt][Rr][Yy]-[Aa][Ff][Tt][Ee][Rr]: *\([0-9]\{1,3\}\).*/\1/p' "$reply.headers" | tail -n 1)
    if [ "${pause:-0}" -lt 1 ]; then pause=1; fi
    if [ $(($(date +%s) + pause)) -gt "$until" ]; then fail busy "$(plain <"$reply.body")"; fi
    if [ -z "$window" ]; then open_window progress "$(text waiting)"; fi
    sleep "$pause" &
    wait $!
    # The player has closed the window.
    if [ -n "$window" ] && ! kill -0 "$window" 2>/dev/null; then exit 1; fi
  done
  spent=yes
  hide_window
}
