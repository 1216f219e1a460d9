# Messages to the player: a window if there is a display and a program for it, and always a line on standard error.

has() { command -v "$1" >/dev/null 2>&1; }

# text <entry>: prints a text in the language of the desktop, or else in English.
text() {
  found=''
  language=${LC_ALL:-${LC_MESSAGES:-${LANG:-en}}}
  for language in "${language%%[_.@]*}" en; do
    case $language in '' | *[!a-z]*) continue ;; esac
    found=$(sed -n "s/^$1=//p" "$here/texts/$language" 2>/dev/null)
    if [ -n "$found" ]; then break; fi
  done
  printf '%s\n' "$found"
}

# Keeps the printable characters of a text from elsewhere, and breaks long words. Windows would expand backslashes, or stay away
# because of a broken character.
plain() {
  LC_ALL=C tr -d '\000-\011\013-\037\177\\' | head -c 600 | iconv -c -f UTF-8 -t UTF-8 |
    LC_ALL=C sed 's/\xc2[\x80-\x9f]//g; s/[!-~]\{60\}/&\n/g'
}

# A progress window of zenity reads its text as markup.
markup() { sed 's/\\/\\\\/g; s/&/\&amp;/g; s/</\&lt;/g'; }

# xmessage shows the characters of Western Europe, and does not break lines.
western() { iconv -c -f UTF-8 -t ISO-8859-1//TRANSLIT | LC_ALL=C fold -s -w 72; }

# open_window <kind> <text>: `error` stays until the player closes it, `progress` until `hide_window`.
open_window() {
  printf '%s\n' "$2" >&2
  if [ -z "${DISPLAY-}${WAYLAND_DISPLAY-}" ]; then return; fi
  # zenity takes its arguments in this character set. That of a desktop without a language has no quotation marks.
  if has zenity && [ "$1" = error ]; then
    CHARSET=UTF-8 zenity --error --no-markup --width=420 --title="$name" --text="$2" >/dev/null 2>&1 &
  elif has zenity; then
    mkfifo "$folder/progress"
    CHARSET=UTF-8 zenity --progress --pulsate --width=420 --title="$name" --text="$(printf %s "$2" | markup)" \
      <"$folder/progress" >/dev/null 2>&1 &
  elif has xmessage; then
    printf %s "$2" | western | LC_ALL=C xmessage -center -title "$(printf %s "$name" | western)" \
      -buttons "$(text close | western):0" -file - >/dev/null 2>&1 &
  else
    return
  fi
  window=$!
  # The progress window closes when its input ends.
  if [ -p "$folder/progress" ]; then exec 3>"$folder/progress"; fi
}

hide_window() {
  if [ -n "$window" ]; then kill "$window" 2>/dev/null; window=''; fi
  if [ -p "$folder/progress" ]; then exec 3>&-; rm "$folder/progress"; fi
}

# fail <entry> [detail]: tells the player why the game did not open, and exits.
fail() {
  hide_window
  stop_playing
  message=$(text "$1")
  if [ -n "${2-}" ]; then
    message="$message

$2"
  fi
  open_window error "$message"
  # A signal interrupts this, and closes the window.
  if [ -n "$window" ]; then wait "$window"; window=''; fi
  exit 1
}
