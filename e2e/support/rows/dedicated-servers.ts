/** The host to which players of dedicated servers connect: another machine of the operator. */
export const dedicatedHost = 'servers.example.org'

/** The configuration of the operator's dedicated servers, of which none can be started. */
export const dedicatedServers = {
  Gameservers: { ProxyPortOffset: 7 },
  Orchestrator: { PublicURL: `https://${dedicatedHost}:64991` },
}
