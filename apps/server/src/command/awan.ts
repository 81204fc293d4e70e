import { runAwan } from './run-awan.ts'

process.exitCode = await runAwan(process.argv.slice(2), process)
