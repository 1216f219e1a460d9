import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/**
 * Programs that change a machine, need another one, or run for long. Each has a stand-in: a shell script with whatever the
 * commands after it need.
 */
const standIns: Readonly<Record<string, string>> = {
  // Its arguments are checked against its own options.
  baseplate: '',
  // Benches and tests run on their own.
  npm: '',
  apt: 'mkdir -p "$machine/etc/nginx/conf.d" "$machine/etc/nginx/modules-enabled"; touch "$machine/etc/nginx/nginx.conf"',
  // Needs users of the machine.
  install: [
    'for given; do shift; case $given in -o|-g) skip=1;; *) [ "$skip" ] && skip= || set -- "$@" "$given";; esac; done',
    'exec /usr/bin/install "$@"',
  ].join('\n'),
  chown: '',
  sudo: '',
  useradd: '',
  userdel: '',
  git: 'if [ "$1" = clone ]; then mkdir -p "$3" && cp -r "$checkout/deploy" "$3" && cp "$standins/upgrade" "$3/deploy/upgrade"; fi',
  upgrade: 'cp -r "$machine/opt/baseplate" "$machine/opt/baseplate.previous"',
  systemctl: '',
  journalctl: '',
  nginx: '',
  caddy: '',
  certbot: '',
  promtool: '',
  docker: '',
  // Another machine.
  ssh: 'cat > /dev/null',
  scp: '',
  openssl: 'case $1 in s_client|x509) cat > /dev/null;; *) exec /usr/bin/openssl "$@";; esac',
  curl: '',
  'haveibeenpwned-downloader': '',
}

/** A program with its arguments. */
export type Call = readonly string[]

/**
 * Runs the commands of pages one after another, as a reader with one machine does. All folders are in a scratch folder. Programs
 * that change more than files are stand-ins, which note their arguments.
 */
export class Machine {
  readonly #folder: string
  readonly #env: NodeJS.ProcessEnv

  /** @param folder an empty one. */
  constructor(folder: string) {
    this.#folder = folder
    const standins = join(folder, 'standins')
    for (const made of [standins, join(folder, 'home')]) mkdirSync(made)
    for (const made of ['etc/systemd/system', 'etc/prometheus', 'etc/caddy', 'usr/local/bin', 'backups'])
      mkdirSync(join(folder, made), { recursive: true })
    for (const [name, lines] of Object.entries(standIns)) {
      const note = `for part in ${name} "$@"; do printf '%s\\n' "$part"; done >> "$calls"; echo >> "$calls"`
      writeFileSync(join(standins, name), `#!/bin/sh\n${note}\n${lines}\n`)
      chmodSync(join(standins, name), 0o755)
    }
    const calls = join(folder, 'calls')
    const PATH = `${standins}:${process.env.PATH}`
    this.#env = {
      ...process.env,
      PATH,
      standins,
      calls,
      machine: folder,
      checkout: root,
      BASEPLATE_TOKEN: 'bp_1',
    }
  }

  /** Creates files that a page expects the reader to have. */
  has(...files: readonly string[]): void {
    for (const file of files) {
      const path = join(this.#folder, file.startsWith('/') ? file : `home/${file}`)
      mkdirSync(resolve(path, '..'), { recursive: true })
      writeFileSync(path, '')
    }
  }

  /**
   * Runs the commands of one page.
   *
   * @returns what the stand-ins were called with
   * @throws if a command fails.
   */
  run(commands: string): Call[] {
    const calls = join(this.#folder, 'calls')
    writeFileSync(calls, '')
    const local = commands
      .replaceAll(/(?<![\w.:/])\/(opt|etc|var|srv|usr|backups)\b(?!\/bin)/g, `${this.#folder}/$1`)
      .replaceAll(/<[a-z][a-z ]*>/g, '1')
    const options = {
      cwd: join(this.#folder, 'home'),
      env: this.#env,
      stdio: ['ignore', 'ignore', 'pipe'] as const,
    }
    execFileSync('bash', ['-euo', 'pipefail', '-c', local], { ...options, stdio: [...options.stdio] })
    return readFileSync(calls, 'utf8')
      .split('\n\n')
      .filter((call) => call !== '')
      .map((call) => call.split('\n'))
  }
}
