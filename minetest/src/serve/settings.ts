import type { Run } from './run.ts'

/** Value of one setting of the engine. */
type Value = string | number | boolean

/**
 * Settings that a game must not decide, because they concern the machine, the network, other sites or players' accounts. They win over
 * the game's own `minetest.conf`, and the mod `baseplate_guard` keeps games from changing them while the server runs. Names that an
 * engine does not know do nothing.
 */
export function settingsOf(run: Run): Record<string, Value> {
  return {
    ...networkSettings(run),
    // Accounts. The mod `baseplate` admits players, so no player enters without a key.
    name: '',
    default_password: '',
    disallow_empty_password: true,
    // The sandbox of mods.
    'secure.enable_security': true,
    'secure.trusted_mods': '',
    'secure.http_mods': 'baseplate',
    'secure.c_mods': '',
    // The guard is the first of all mods, in the engine's usual order.
    random_mod_load_order: false,
    // Requests of the mod `baseplate` to the site. One of them always waits for news of players.
    curl_timeout: 20_000,
    curl_parallel_limit: 16,
    curl_file_download_timeout: 300_000,
    curl_verify_cert: true,
    // Chat goes through the site's filter.
    chat_message_max_size: 500,
    chat_message_limit_per_10sec: 10,
    chat_message_limit_trigger_kick: 50,
    // Disk and memory of the machine.
    debug_log_level: '',
    debug_log_size_max: 50,
    enable_rollback_recording: false,
    sqlite_synchronous: 2,
    server_map_save_interval: 5.3,
    num_emerge_threads: 1,
    ignore_world_load_errors: false,
    // For the mod `baseplate`.
    'baseplate.url': run.siteUrl,
    'baseplate.place': run.placeId,
    'baseplate.report_seconds': run.reportSeconds,
  }
}

const networkSettings = ({ port, placeName, maxPlayers }: Run): Record<string, Value> => ({
  port,
  bind_address: '',
  ipv6_server: false,
  enable_ipv6: true,
  strict_protocol_version_checking: false,
  protocol_version_min: 1,
  max_packets_per_iteration: 1_024,
  max_simultaneous_block_sends_per_client: 40,
  // Each player may come back while the server still has the lost connection. The site counts seats.
  max_users: Math.min(2 * maxPlayers, 65_535),
  // Servers are on no public list, and clients get everything from the server itself.
  server_announce: false,
  server_announce_send_players: false,
  serverlist_url: '',
  server_name: placeName,
  server_description: '',
  server_address: '',
  server_url: '',
  remote_media: '',
  prometheus_listener_address: '',
})

/** Returns the content of the engine's configuration file. */
export const settingsFile = (settings: Readonly<Record<string, Value>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${line(String(value))}\n`)
    .join('')

/**
 * Returns a value that the engine reads as one line. `"""` would begin a value of several lines, and `{` a group.
 *
 * @see https://github.com/luanti-org/luanti/blob/master/src/settings.cpp
 */
function line(value: string): string {
  const text = value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  if (text.startsWith('"""')) return `'${text.slice(1)}`
  return text === '{' ? '( {' : text
}
