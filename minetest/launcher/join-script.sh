# Reads the address of the join script and the script itself. Both are untrusted, and no part of them is executed.

# Checks the address, and extracts `script` and `ticket` from it.
read_address() {
  case $address in
    '') fail no_address "$base_url" ;;
    *[!A-Za-z0-9%:/?=\&._~+-]*) fail other_address ;;
    *:play\?script=* | *://play\?script=* | *://play/\?script=*) ;;
    *) fail other_address ;;
  esac
  script=$(printf '%s\n' "${address#*script=}" |
    sed 's/%3[Aa]/:/g; s/%2[Ff]/\//g; s/%3[Ff]/?/g; s/%3[Dd]/=/g; s/%26/\&/g; s/%5[Bb]/[/g; s/%5[Dd]/]/g')
  query=${script#"$base_url/game/join?ticket="}
  if [ "$query" = "$script" ]; then hand_over; fi
  if [ "$query" = "$script" ] || [ "${address%%:*}" != "$scheme" ]; then fail other_address; fi
  ticket=${query%%&*}
  # 64 bytes are the longest key that an HMAC takes as it is.
  case $ticket in '' | *[!A-Za-z0-9_-]*) fail other_address ;; esac
  if [ ${#ticket} -gt 64 ]; then fail other_address; fi
  case ${query#"$ticket"} in
    '') ;;
    '&privateServer='*) case ${query#*=} in *[!A-Za-z0-9_-]*) fail other_address ;; esac ;;
    *) fail other_address ;;
  esac
}

# Several platforms may use one scheme, and the desktop opens one program for it. The launcher of the address takes over.
hand_over() {
  for other in "${here%/*}"/baseplate-play-*; do
    other_url=$(sed -n 's/^base_url=//p' "$other/platform" 2>/dev/null)
    case $script in
      "${other_url:-none}/game/join?"*)
        export BASEPLATE_PLAY_ADDRESS="$address"
        exec /bin/sh "$other/launch"
        ;;
    esac
  done
}

# Checks the first line of the reply, --tag%signature%. The signature covers everything after it.
check_signature() {
  signature=$(head -n 1 "$reply.body" | LC_ALL=C sed -n "s/^--$tag%\([A-Za-z0-9+/=]*\)%\$/\1/p")
  tail -c "+$((${#tag} + ${#signature} + 5))" "$reply.body" >"$folder/script"
  printf %s "$signature" | openssl base64 -d -A >"$folder/signature" 2>/dev/null
  for public_key in "$here"/keys/*.pem; do
    if openssl dgst "-$hash" -verify "$public_key" -signature "$folder/signature" "$folder/script" >/dev/null 2>&1; then
      return
    fi
  done
  # The operator may have replaced the key since this launcher was installed.
  fail unsigned "$base_url/download"
}

# value <names> <pattern of their values, with one group>: prints a literal of the script.
value() { LC_ALL=C sed -n "s/^local $1 = $2\$/\1/p" "$folder/script" | head -n 1; }

read_script() {
  server=$(value 'serverAddress, serverPort' '"\[\{0,1\}\([0-9A-Za-z:][0-9A-Za-z.:_-]\{0,252\}\)\]\{0,1\}", [0-9]*')
  port=$(value 'serverAddress, serverPort' '"[^"]*", \([1-9][0-9]\{0,4\}\)')
  number=$(value 'userId, username, membership' '\([1-9][0-9]\{0,9\}\), "[^"]*", [A-Za-z.]*')
  if [ -z "$server" ] || [ -z "$port" ] || [ -z "$number" ]; then fail unreadable; fi
  # The client takes the first address of a name, which may be an IPv6 address. The engine's servers listen on IPv4.
  numeric=$(getent ahostsv4 "$server" | sed -n '1s/ .*//p')
  server=${numeric:-$server}
}

# Prints the ticket as the 64 bytes of a key of HMAC-SHA256, each combined with a number (RFC 2104).
padded() {
  escaped=''
  for byte in $bytes; do
    byte=$((byte ^ $1))
    escaped="$escaped\\0$((byte >> 6))$((byte >> 3 & 7))$((byte & 7))"
  done
  printf %b "$escaped"
}

# Writes the key of this join as the password. `openssl dgst -hmac` would take the ticket as an argument.
write_password() {
  bytes=$({ printf %s "$ticket"; head -c $((64 - ${#ticket})) /dev/zero; } | od -A n -v -t u1)
  {
    padded 92
    { padded 54; printf engine; } | openssl dgst -sha256 -binary
  } | openssl dgst -sha256 | sed 's/^.* //' | tr -d '\n' >"$folder/password"
}
