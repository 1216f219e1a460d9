export interface AssetCloudTables {
  /** Addresses of thumbnails that the cloud has told, for each size on its own. */
  cloud_thumbnails: {
    /** The cloud's id, which may be larger than ours are. */
    asset_id: number
    /** Pixels. */
    width: number
    height: number
    url: string
    /** Unix milliseconds. */
    fetched: number
  }
}
