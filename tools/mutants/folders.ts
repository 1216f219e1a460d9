import { globSync } from 'node:fs'
import { root } from '../source-check.ts'

/** A part of the code whose mistakes cost money, data or access. */
export interface Folder {
  name: string
  /** Patterns of its files. Tests are left out. */
  files: readonly string[]
  /** Number of mutants of an ordinary run. */
  sample: number
}

export const folders: readonly Folder[] = [
  { name: 'economy/src/ledger', files: ['economy/src/ledger/**/*.ts'], sample: 60 },
  { name: 'economy/src/replicated', files: ['economy/src/replicated/**/*.ts'], sample: 40 },
  { name: 'platform/src/money', files: ['platform/src/money/**/*.ts'], sample: 60 },
  { name: 'platform/src/places/uploads', files: ['platform/src/places/uploads/**/*.ts'], sample: 40 },
  {
    name: 'storage',
    files: ['storage/src/files*.ts', 'storage/src/{local,s3}-files/**/*.ts'],
    sample: 60,
  },
  {
    name: 'platform/src/sign-in',
    files: [
      'platform/src/sign-in/{login,sessions}/**/*.ts',
      'platform/src/sign-in/attacks/*attempt*.ts',
      'platform/src/sign-in/{access/end-*,passwords/confirm-password}.ts',
    ],
    sample: 60,
  },
]

/** Returns the files of a folder, in the order of their names. */
export const filesOf = ({ files }: Folder): string[] =>
  globSync([...files], { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
