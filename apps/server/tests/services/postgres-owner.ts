import { startEmbeddedPostgres } from './postgres-embedded.ts'

/** A process that owns a server, tells where it is, and waits to be killed. */
const { url } = await startEmbeddedPostgres()
process.send?.(url)
setInterval(() => undefined, 60_000)
