import { createHash } from 'node:crypto'
import type { LauncherPackage, LaunchingPlatform } from '@baseplate/minetest/launcher/launcher-package'

/**
 * Returns a function that packs each launcher once, because packing takes longer than the page that shows its version. Only the newest
 * launcher is kept.
 */
export function packingOnce(pack: (platform: LaunchingPlatform) => Promise<LauncherPackage>): typeof pack {
  /** The newest launcher, by a hash of what it contains. */
  let kept: { hash: string; made: Promise<LauncherPackage> } | undefined
  return (platform) => {
    const { icon, ...others } = platform
    const hash = createHash('sha256').update(JSON.stringify(others)).update(icon).digest('hex')
    if (kept?.hash === hash) return kept.made
    const made = pack(platform)
    kept = { hash, made }
    // The next request retries after an error, such as a full disk.
    made.catch(() => {
      if (kept?.made === made) kept = undefined
    })
    return made
  }
}
