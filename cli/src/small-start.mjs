import { setFlagsFromString } from 'node:v8'

const services = ['start', 'site', 'worker', 'economy', 'orchestrator']

/**
 * Keeps V8 from enlarging its space for new objects while a service loads its code, because V8 hardly returns that space
 * (docs/decisions/0029-frequent-requests-and-idle-memory.md#idle-memory). `serve` ends this when the service has started.
 */
if (services.includes(process.argv[2] ?? '')) setFlagsFromString('--semi-space-growth-factor=1')
