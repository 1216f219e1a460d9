/** What the asset cloud, or a server that it named, did wrong: the rest of a sentence that begins with it. */
export class CloudFault extends Error {
  override name = 'CloudFault'
}
