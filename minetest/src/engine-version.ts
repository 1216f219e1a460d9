/** Major and minor number. */
export type EngineVersion = readonly [major: number, minor: number]

/** The oldest version of the engine that the platform's mod runs on. */
export const oldestVersion: EngineVersion = [5, 6]

/** Finds the version in what a program of the engine prints for `--version`. */
export function versionIn(output: string): EngineVersion | undefined {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(output) ?? []
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)]
}

export const isTooOld = ([major, minor]: EngineVersion): boolean =>
  major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1])
