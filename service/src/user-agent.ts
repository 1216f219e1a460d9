/** Returns the `User-Agent` of requests to other servers, so that their operators see which product asks, and for what. */
export const userAgentOf = (part: 'AssetCloud' | 'Push' | 'Renderer' | 'SignIn' | 'Storage' | 'Webhooks') =>
  `Baseplate-${part}`
