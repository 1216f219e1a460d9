import { serveAsset } from '../../asset/asset.ts'
import { type ClassicCall, getOrPost } from '../call.ts'

/** Calls that load and list assets. */
export const assetCalls: readonly ClassicCall[] = [
  {
    paths: ['/asset', '/asset/default.ashx'],
    methods: getOrPost,
    credential: 'none',
    source: 'documentation',
  },
  {
    paths: ['/game/tools/insertasset.ashx'],
    methods: getOrPost,
    credential: 'none',
    source: 'documentation',
  },
  {
    paths: ['/v1/asset', '/data/get.ashx'],
    methods: getOrPost,
    credential: 'none',
    source: 'servers',
    respond: ({ platform, scriptAssets }, c) => serveAsset(platform, scriptAssets, c),
  },
]
