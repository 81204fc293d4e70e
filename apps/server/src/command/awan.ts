import { runAwan } from './run-awan.ts'

// Whoever writes is told that nobody reads any more; nobody else needs to know.
process.stdout.on('error', () => undefined)
process.exitCode = await runAwan(process.argv.slice(2), process)
