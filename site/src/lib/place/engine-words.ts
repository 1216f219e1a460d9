import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { MessageKey } from '@baseplate/texts/keys'

/** Texts that name the program in which games open. */
const words = {
  classic: {
    install: 'play.install',
    installHelp: 'play.install_help',
    installed: 'play.installed',
    nothingInstall: 'play.nothing_install',
    nothingAllow: 'play.nothing_allow',
    openHelp: 'play.open_help',
    openingHelp: 'places.opening.help',
    unsupported: 'play.unsupported',
    free: 'share.free',
  },
  minetest: {
    install: 'play.launcher.install',
    installHelp: 'play.launcher.install_help',
    installed: 'play.launcher.installed',
    nothingInstall: 'play.launcher.nothing_install',
    nothingAllow: 'play.launcher.nothing_allow',
    openHelp: 'play.launcher.open_help',
    openingHelp: 'places.opening.help_launcher',
    unsupported: 'play.launcher.unsupported',
    free: 'share.free_launcher',
  },
} as const satisfies Record<Config['Engine'], Record<string, MessageKey>>

/** Returns the texts for an engine. */
export const wordsOf = <Engine extends Config['Engine']>(engine: Engine): (typeof words)[Engine] =>
  words[engine]
