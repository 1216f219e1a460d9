import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * A Chromium for the browser tests: `CHROMIUM`, or the one on the machine. Root on a Debian machine gets Debian's.
 *
 * @throws Error that says how to get one.
 */
export function chromiumPath(): string {
  const found = find()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium for the browser tests …\n')
    install()
    const installed = find()
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need Chromium: `sudo apt install chromium`, or set CHROMIUM to the path of one.',
  )
}

const find = () => [process.env.CHROMIUM, ...usualPlaces].find((path) => path && existsSync(path))

function install(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    spawnSync('apt-get', ['--quiet', '--quiet', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
}
