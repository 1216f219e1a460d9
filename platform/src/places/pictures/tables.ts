export interface PictureTables {
  /** Pictures of games and groups that wait for review. A row never changes, and has a place or a group. */
  waiting_pictures: {
    /** Random. Names the file, too. */
    id: string
    kind: 'icon' | 'thumbnail'
    place_id: number | null
    group_id: number | null
    /** Beginning of the picture's hash. */
    name: string
    /** Bytes. */
    size: number
    /** When it was uploaded; Unix milliseconds. */
    since: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends PictureTables {}
}
