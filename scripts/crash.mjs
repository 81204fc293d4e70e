import { ensureInstalled } from './setup/install.mjs'
import { toolOf } from './setup/paths.mjs'
import { run, runMain } from './setup/run.mjs'

const MIRROR = 'apps/server/src/drive/changes/mirror.test.ts'

// `npm run test:crash -- 200`: the long form of the crashes of a drive in use, 200 kills on SQLite with
// disk and 200 on PostgreSQL with S3. AWAN_CRASH_SEED gives one again.
// With it the long form of a client that only follows changes.
await runMain(async () => {
  await ensureInstalled()
  const [crashes = '200'] = process.argv.slice(2)
  const { code } = await run(
    [...toolOf('vitest'), 'run', '--project=server', 'apps/server/tests/crash', MIRROR],
    { env: { AWAN_CRASHES: crashes } },
  )
  return code
})
