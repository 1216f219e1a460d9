import { setFlagsFromString } from 'node:v8'

const services = ['start', 'site', 'worker', 'economy', 'orchestrator']

/**
 * Keeps V8 from enlarging its space for new objects while a service loads its code, because V8 rarely gives that memory back
 * (docs/decisions/0029-frequent-requests-and-idle-memory.md#idle-memory). `serve` restores the growth once the service has
 * started.
 */
if (services.includes(process.argv[2] ?? '')) setFlagsFromString('--semi-space-growth-factor=1')
