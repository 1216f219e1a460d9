/** Tables of the installation. */
export interface InstallationTables {
  /** Secrets that all processes of an installation share. Empty on SQLite, where they are files. */
  installation_secrets: {
    name: string
    value: string
    created: number
  }
}

declare module '../foundation/database.ts' {
  interface Database extends InstallationTables {}
}
