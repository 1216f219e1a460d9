# Settings of the client. The player's own settings are never changed. Changes during a game are kept for the next game.

player_settings=${MINETEST_USER_PATH:-$HOME/.minetest}/minetest.conf
kept_settings=${XDG_CONFIG_HOME:-$HOME/.config}/$package/minetest.conf

# Settings that the launcher decides: the connection and the public services.
own='name|address|remote_port|port|bind_address|password|serverlist_url|serverlist_file|server_announce|update_information_url'

write_settings() {
  {
    if [ -r "$player_settings" ]; then grep -vE "^[[:space:]]*($own)[[:space:]]*=" "$player_settings"; fi
    printf '\n'
    if [ -r "$kept_settings" ]; then cat "$kept_settings"; fi
    # The client must not ask the public list of servers, or another service.
    printf '%s =\n' serverlist_url update_information_url
    printf 'server_announce = false\n'
  } >"$folder/minetest.conf"
  cp "$folder/minetest.conf" "$folder/earlier.conf"
}

# Keeps what the player has changed during the game, such as keys and the volume. Settings of several lines are left out.
keep_settings() {
  grep -E '^[a-z0-9_.]+ = ' "$folder/minetest.conf" | grep -vE "^($own) = |(\{|\"\"\")\$" |
    grep -vxF -f "$folder/earlier.conf" >"$folder/changed.conf"
  if [ ! -s "$folder/changed.conf" ]; then return; fi
  mkdir -p "${kept_settings%/*}"
  touch "$kept_settings"
  awk -F ' = ' '{ line[$1] = $0 } END { for (setting in line) print line[setting] }' \
    "$kept_settings" "$folder/changed.conf" | sort >"$kept_settings.new"
  mv "$kept_settings.new" "$kept_settings"
}
